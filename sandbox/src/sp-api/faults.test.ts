import { beforeEach, expect, test } from 'vitest';
import { sellers, startTestApi, type Request, type TestApi } from './testing/test-api.ts';

const request: Request = { path: '/sellers/v1/marketplaceParticipations', as: sellers.na };
const other: Request = {
  path: '/orders/2026-01-01/orders',
  as: sellers.na,
  query: { createdAfter: '2026-11-01T00:00:00Z' },
};

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi('NA');
});

const statuses = async (...requests: Request[]): Promise<number[]> => {
  const found: number[] = [];
  for (const one of requests) found.push((await api.call(one)).status);
  return found;
};

test('a fault affects the given number of requests', async () => {
  api.faults.add({ fault: '500', count: 2 });

  expect(await statuses(request, other, request)).toEqual([500, 500, 200]);
});

test('a fault can be limited to one operation and one seller', async () => {
  api.faults.add({ fault: '429', operation: 'searchOrders', sellerId: sellers.na });

  expect(await statuses(request, { ...request, as: sellers.spare }, other, other)).toEqual([200, 200, 429, 200]);
});

test('an operation can be refused to one seller with 403, as to a seller without its role', async () => {
  api.faults.add({ fault: '403', operation: 'searchOrders', sellerId: sellers.na });

  const refused = await api.call(other);

  expect(refused).toMatchObject({ status: 403, body: { errors: [{ code: 'Unauthorized' }] } });
  expect(await statuses(request, other)).toEqual([200, 200]);
});

test('a malformed body has status 200 and is not JSON', async () => {
  api.faults.add({ fault: 'malformed' });

  const answered = await api.call(request);

  expect(answered.status).toBe(200);
  expect(() => JSON.parse(answered.text)).toThrow(SyntaxError);
});

test('a slow answer is delayed and correct', async () => {
  api.faults.add({ fault: 'slow', delayMs: 1 });

  expect(await statuses(request)).toEqual([200]);
});

test('a revoked token is refused, while tokens of other sellers stay valid', async () => {
  api.faults.add({ fault: 'tokenRevoked', sellerId: sellers.na });

  expect(await statuses(request, request, { ...request, as: sellers.spare })).toEqual([403, 403, 200]);
});

test('the effect of a fault is recorded as injected', async () => {
  api.faults.add({ fault: '500' });

  await api.call(request);

  expect(api.world.ledger.entriesAfter(0).map(({ kind, detail }) => [kind, detail['isInjected']])).toEqual([
    ['refusal', true],
  ]);
});

test.each([
  [{ fault: 'earthquake' }, 'fault'],
  [{ fault: '500', count: 0 }, 'count'],
  [{ fault: 'tokenRevoked' }, 'needs a sellerId'],
])('an invalid fault %j is refused with a clear message', (fault, message) => {
  expect(() => api.faults.add(fault)).toThrow(message);
});
