import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../world/clock.ts';
import { createBuckets, type Buckets } from './buckets.ts';
import { sellers, startTestApi } from './testing/test-api.ts';

const plan = { operationId: 'getListingOffersBatch', rate: 0.5, burst: 2 };

describe('A bucket', () => {
  const clock = createManualClock(new Date('2026-11-20T12:00:00Z'));
  let buckets: Buckets;
  beforeEach(() => {
    buckets = createBuckets(clock, 1);
  });

  test('grants its burst at once and then refuses', () => {
    expect([1, 2, 3].map(() => buckets.take('A1', plan))).toEqual([true, true, false]);
  });

  test('refills at its rate, and a refused request takes no token', () => {
    buckets.take('A1', plan);
    buckets.take('A1', plan);

    clock.advance(1900);
    expect(buckets.take('A1', plan)).toBe(false);
    clock.advance(100);
    expect(buckets.take('A1', plan)).toBe(true);
  });

  test('never holds more tokens than its burst', () => {
    clock.advance(3_600_000);

    expect([1, 2, 3].map(() => buckets.take('A1', plan))).toEqual([true, true, false]);
  });

  test('is separate for each selling partner and operation', () => {
    buckets.take('A1', plan);
    buckets.take('A1', plan);

    expect(buckets.take('A2', plan)).toBe(true);
    expect(buckets.take('A1', { ...plan, operationId: 'searchOrders' })).toBe(true);
  });

  test('has its rate and burst multiplied by the speed-up, and announces the multiplied rate', () => {
    const fast = createBuckets(clock, 30);

    expect(Array.from({ length: 61 }, () => fast.take('A1', plan)).filter(Boolean)).toHaveLength(60);
    expect(fast.announced(plan)).toBe('15.0');
    expect(buckets.announced(plan)).toBe('0.5');
    expect(buckets.announced({ ...plan, rate: 2 })).toBe('2.0');
  });
});

test('a request above the quota gets 429 with the documented body and without the rate header', async () => {
  const api = await startTestApi('NA');
  const request = {
    path: '/catalog/2022-04-01/items',
    as: sellers.na,
    query: { marketplaceIds: 'ATVPDKIKX0DER', identifiersType: 'ASIN', identifiers: 'B000000001' },
  };

  const answers = [await api.call(request), await api.call(request), await api.call(request)];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers[0]?.headers['x-amzn-ratelimit-limit']).toBe('2.0');
  expect(answers[2]?.text).toBe(
    '{"errors":[{"code":"QuotaExceeded","message":"You exceeded your quota for the requested resource.","details":""}]}',
  );
  expect(answers[2]?.headers['x-amzn-ratelimit-limit']).toBeUndefined();
  expect(answers[2]?.headers['x-amzn-errortype']).toBe('TooManyRequestsException');
  expect(answers[2]?.headers['x-amzn-requestid']).toBeTruthy();
});
