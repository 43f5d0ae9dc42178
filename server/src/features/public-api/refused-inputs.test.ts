import type { InjectOptions } from 'fastify';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { tokenScopes } from '@app/shared/contract/endpoint.ts';
import { testApi } from '../../../testing/http/api.ts';
import { buildPopulatedOwner, newToken, type PopulatedOwner } from '../../../testing/http/populated-owner.ts';

const api = testApi();
let owner: PopulatedOwner;
let token: string;

beforeAll(async () => {
  owner = await buildPopulatedOwner(api);
  token = await newToken(owner, tokenScopes);
});
beforeEach(() => api.clock.advance(minuteMs));

const ask = (url: string, options: InjectOptions = {}) =>
  api.app.inject({ url, ...options, headers: { authorization: `Bearer ${token}` } });
const refusalOf = async (url: string, options: InjectOptions = {}) => {
  const answer = await ask(url, options);
  return [answer.statusCode, answer.json().message];
};

/** Asks as an assistant does, without its library in this file: the API loads it with the first question. */
const askAsAssistant = () =>
  api.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });

test('a refusal says what the value has to be, whether or not the process has answered an assistant before', async () => {
  const subscription = { method: 'POST', payload: { url: 'https://hooks.example.com/x', event: 'all' } } as const;
  const refusals = async () => [
    await refusalOf('/api/v1/alerts?limit=0'),
    await refusalOf('/api/v1/alerts?state=closed'),
    await refusalOf('/api/v1/hooks', { method: 'POST' }),
    await refusalOf('/api/v1/hooks', { ...subscription, payload: { ...subscription.payload, url: 1 } }),
  ];

  const before = await refusals();
  expect(before).toEqual([
    [400, 'query.limit: Too small: expected number to be >=1'],
    [400, 'query.state: Invalid option: expected one of "open"|"all"'],
    [400, 'body: Invalid input: expected object, received undefined'],
    [
      400,
      expect.stringMatching(/^body\.url: Invalid input: expected string, received number; body\.event: Invalid option/),
    ],
  ]);
  expect((await askAsAssistant()).statusCode).toBe(200);
  expect(await refusals()).toEqual(before);
});

test.each([
  ['productTracked', { watchdogs: ['price'] }, 'The event productTracked cannot be filtered by watchdogs'],
  ['invoicePaid', { sellerIds: ['1'] }, 'The event invoicePaid cannot be filtered by sellerIds'],
  ['connectionBroken', { watchdogs: ['price'] }, 'The event connectionBroken cannot be filtered by watchdogs'],
])('a hook of %s is refused with the filter %o, which would not narrow it', async (event, filter, message) => {
  const payload = { url: 'https://hooks.example.com/x', event, filter };

  expect(await refusalOf('/api/v1/hooks', { method: 'POST', payload })).toEqual([400, message]);
  const { statusCode } = await ask('/api/v1/hooks', { method: 'POST', payload: { ...payload, filter: {} } });
  expect(statusCode).toBe(201);
});

/** Returns the days whose costs are listed. */
async function daysOf(query: string): Promise<string[]> {
  const answer = await ask(`/api/v1/costs${query}`);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json().data.map(({ date }: { date: string }) => date);
}

test('a range of costs needs only one of its ends', async () => {
  const all = await daysOf('');
  const [last] = all;
  expect(all.length).toBeGreaterThan(0);

  expect(await daysOf(`?from=${all.at(-1)}`)).toEqual(all);
  expect(await daysOf(`?to=${last}`)).toEqual(all);
  expect(await daysOf(`?from=2099-01-01`)).toEqual([]);
  expect(await daysOf(`?to=2020-01-01`)).toEqual([]);
});
