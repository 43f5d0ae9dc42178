import { beforeAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { tokenScopes, type Endpoint } from '@app/shared/contract/endpoint.ts';
import { contract } from '@app/shared/contract/index.ts';
import { openApi } from '@app/shared/contract/openapi.ts';
import { testApi } from '../../../testing/http/api.ts';
import { injectionOf } from '../../../testing/http/browser.ts';
import { endpoints, exampleOf } from '../../../testing/http/endpoints.ts';
import { buildPopulatedOwner, newToken, type PopulatedOwner } from '../../../testing/http/populated-owner.ts';

const api = testApi();
let owner: PopulatedOwner;
let token: string;

beforeAll(async () => {
  owner = await buildPopulatedOwner(api);
  token = await newToken(owner, tokenScopes);
});
beforeEach(() => api.clock.advance(minuteMs));

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, object>>;
}

const { paths } = JSON.parse(JSON.stringify(openApi(contract)));

const documentOf = ({ path, method }: Endpoint): Operation =>
  paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];

const programCalls = endpoints.filter(({ endpoint }) => endpoint.access === 'token');

const send = (name: string, endpoint: Endpoint, headers: Readonly<Record<string, string>> = {}) =>
  api.app.inject({
    ...injectionOf(endpoint, exampleOf(name, owner)),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

test.each(programCalls)('$name takes an Idempotency-Key if its document says so', async ({ name, endpoint }) => {
  const isNamed = documentOf(endpoint).parameters.some((one) => one.name === 'Idempotency-Key');
  const { statusCode } = await send(name, endpoint, { 'idempotency-key': 'no key, because of its blanks' });

  expect([name, statusCode === 400]).toEqual([name, isNamed]);
});

test.each(programCalls)('$name succeeds with the status that its document names', async ({ name, endpoint }) => {
  const { statusCode } = await send(name, endpoint);

  expect(statusCode).toBeLessThan(300);
  expect(Object.keys(documentOf(endpoint).responses).filter((status) => status < '300')).toEqual([String(statusCode)]);
});

test('each call that takes an Idempotency-Key names the refusal of a key that was used for another request', () => {
  const taking = programCalls.filter(({ endpoint }) => '422' in documentOf(endpoint).responses);

  expect(taking.map(({ name }) => name)).toEqual([
    'changeIssueStatus',
    'muteIssue',
    'subscribeHook',
    'unsubscribeHook',
  ]);
});
