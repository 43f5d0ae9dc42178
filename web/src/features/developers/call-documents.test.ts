import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { publicApiCalls } from '@app/shared/contract/public-api/index.ts';
import { documentCalls } from './call-documents.ts';

const calls = documentCalls('https://watch.example');
const callOf = (name: string) => calls.find((call) => call.name === name);

test('every call for programs is documented', () => {
  expect(calls.map(({ name }) => name)).toEqual(Object.keys(publicApiCalls));
});

test('a call is described with its scope, its fields, an example and its answer', () => {
  expect(callOf('listAlerts')).toMatchObject({ method: 'GET', path: '/api/v1/alerts', scope: 'catalogue:read' });
  expect(callOf('listAlerts')?.fields).toContainEqual({
    name: 'limit',
    place: 'query',
    accepts: 'integer, 1 to 100, 50 unless given',
    isRequired: false,
  });
  expect(callOf('muteIssue')?.example).toBe(
    [
      'curl -X POST "https://watch.example/api/v1/issues/$WATCH_DOG_ID/mute" \\',
      '  -H "Authorization: Bearer $WATCHPOST_TOKEN" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"minutes":60}'`,
    ].join('\n'),
  );
  expect(JSON.parse(callOf('listStock')?.answer ?? '')).toMatchObject({
    data: [{ atAmazon: { value: 'number | null', unit: 'string', observedAt: 'string | null' } }],
    nextCursor: 'string | null',
  });
});

const codesOf = (name: string) => callOf(name)?.errors.map((error) => error.slice(0, error.indexOf(':')));

test('the errors of a call include those of its token, of the service of the account, and of the limit of calls', () => {
  const ofTokens = ['401 invalidToken', '403 insufficientScope', '403 twoFactorNeeded', '429 tooManyRequests'];

  expect(codesOf('muteIssue')).toEqual(expect.arrayContaining([...ofTokens, '402 subscriptionOff', '404 notFound']));
  expect(codesOf('listSales')).toEqual(expect.arrayContaining([...ofTokens, '400 badRequest']));
  expect(codesOf('listSales')).not.toContain('402 subscriptionOff');
  expect(codesOf('apiMe')).not.toContain('403 insufficientScope');
});

test('the body of each example is one that its call takes', () => {
  const refused = Object.entries<Endpoint>(publicApiCalls).filter(([name, { body }]) => {
    const [, given] = /-d '(.*)'$/.exec(callOf(name)?.example ?? '') ?? [];
    return body && !z.safeParse(body, JSON.parse(given ?? 'null')).success;
  });

  expect(refused).toEqual([]);
});
