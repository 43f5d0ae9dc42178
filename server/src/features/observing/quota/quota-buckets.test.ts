import { beforeAll, afterAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { testDatabase } from '../../../../testing/database/database.ts';
import { testClock } from '../../../../testing/clock.ts';
import { openTestDb } from '../../../../testing/database/factories.ts';
import type { BucketKey, Buckets, Share } from '../../../external/marketplace/calls/buckets.ts';
import type { Db } from '../../../lib/db/db.ts';
import { createQuotaBuckets } from './quota-buckets.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
let db: Db;
let buckets: Buckets;
let sellers = 0;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
  buckets = createQuotaBuckets({ db: db.global, clock, speedup: 1 });
});
afterAll(() => db.close());

/** A new seller's bucket of searchCatalogItems: 2 calls a second, with a burst of 2. */
const newSeller = (): BucketKey => ({
  sellingPartnerId: `A${(sellers += 1)}`,
  region: 'NA',
  operation: 'searchCatalogItems',
});

const second = 1000;

async function grantedWithin(key: BucketKey, seconds: number, share: Share = 'steady'): Promise<number> {
  let granted = 0;
  const tenths = Math.round(seconds * 10);
  for (let tenth = 0; tenth < tenths; tenth += 1) {
    for (let more = true; more;) {
      const taken = await buckets.take(key, share);
      granted += taken.granted;
      more = taken.granted === 1;
    }
    clock.advance(second / 10);
  }
  return granted;
}

const factorOf = async ({ sellingPartnerId }: BucketKey) => {
  const { rows } = await sql<{ factor: number; rate: number }>`
    select factor, rate from quota_buckets where selling_partner_id = ${sellingPartnerId}`.execute(db.global);
  return rows[0];
};

test('steady work takes 70 % of the rate, a backlog 99 %', async () => {
  const steady = await grantedWithin(newSeller(), 60);
  const backlog = await grantedWithin(newSeller(), 60, 'backlog');

  // The full bucket adds two calls at the beginning.
  expect(steady).toBeGreaterThanOrEqual(84);
  expect(steady).toBeLessThanOrEqual(86);
  expect(backlog).toBeGreaterThanOrEqual(118);
  expect(backlog).toBeLessThanOrEqual(120);
});

test('an empty bucket says when to come back, and then has a token', async () => {
  const key = newSeller();
  await grantedWithin(key, 0.1);

  const refused = await buckets.take(key, 'steady');
  if (refused.granted === 1) throw new Error('It was to be empty');
  clock.set(refused.retryAt);

  expect(await buckets.take(key, 'steady')).toEqual({ granted: 1, waitMs: 0 });
});

test('patient callers receive the next tokens one after the other, and further ones are told when to come back', async () => {
  const key = newSeller();
  await grantedWithin(key, 0.1, 'backlog');

  const waits = [];
  for (let asker = 0; asker < 4; asker += 1) {
    const taken = await buckets.take(key, 'backlog', 1500);
    waits.push(taken.granted === 1 ? taken.waitMs : null);
  }

  // The bucket gains one call in half a second, and a backlog may use 99 % of its rate.
  expect(waits).toEqual([0, expect.closeTo(410, -1), expect.closeTo(915, -1), expect.closeTo(1420, -1)]);
  expect(await buckets.take(key, 'backlog', 1500)).toMatchObject({ granted: 0 });
  clock.advance(second);
  expect(await buckets.take(key, 'backlog', 1500)).toMatchObject({ granted: 1 });
});

test('many callers at once share one bucket', async () => {
  const key = newSeller();
  const other = createQuotaBuckets({ db: db.global, clock, speedup: 1 });

  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? buckets : other).take(key, 'backlog')),
  );

  // The bucket holds two calls, but a backlog may not use its last 1 %, so only one call is granted.
  expect(asked.filter(({ granted }) => granted === 1)).toHaveLength(1);
});

test('a process whose clock is behind brings no tokens', async () => {
  const key = newSeller();
  const behind = createQuotaBuckets({
    db: db.global,
    clock: testClock(new Date(clock.now().getTime() - 60 * second)),
    speedup: 1,
  });
  await grantedWithin(key, 0.1);

  expect(await behind.take(key, 'steady')).toMatchObject({ granted: 0 });
  expect(await buckets.take(key, 'steady')).toMatchObject({ granted: 0 });
});

test('another seller and another operation have their own buckets', async () => {
  const key = newSeller();
  await grantedWithin(key, 0.1);

  expect(await buckets.take(newSeller(), 'steady')).toEqual({ granted: 1, waitMs: 0 });
  expect(await buckets.take({ ...key, operation: 'searchListingsItems' }, 'steady')).toEqual({
    granted: 1,
    waitMs: 0,
  });
});

test('a 429 empties the bucket and halves its rate, which recovers within ten minutes', async () => {
  const key = newSeller();
  await buckets.take(key, 'steady');

  await buckets.throttled(key);
  const refused = await buckets.take(key, 'steady');
  const inASecond = new Date(clock.now().getTime() + second);
  const halved = await factorOf(key);
  const slow = await grantedWithin(key, 20);
  clock.advance(600 * second);
  await buckets.take(key, 'steady');

  // The bucket is empty and gains half of its two calls a second, so the next call is possible in a second.
  expect(refused).toEqual({ granted: 0, retryAt: inASecond });
  expect(halved?.factor).toBe(0.5);
  expect(slow).toBeLessThan(20);
  expect(await factorOf(key)).toMatchObject({ factor: 1 });
});

test.each([
  { is: 'more', rate: 4, least: 160, most: 175 },
  { is: 'less', rate: 0.5, least: 20, most: 24 },
])('an announced rate that is $is is believed', async ({ rate, least, most }) => {
  const key = newSeller();
  await buckets.take(key, 'steady');
  await buckets.learn(key, rate);

  const granted = await grantedWithin(key, 60);

  expect(granted).toBeGreaterThanOrEqual(least);
  expect(granted).toBeLessThanOrEqual(most);
});
