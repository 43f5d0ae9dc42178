import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { observingWorld, type ConnectedTenant } from '../../../../../testing/observing/observing.ts';
import { ExternalError, OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import { rereadJob, type Reread } from '../../jobs.ts';
import { reread } from '../../push/reread.ts';

const india = { sellingPartnerId: 'A3CHV9LN8K4TRD', region: 'IN' } as const;
const { signal } = new AbortController();

/** Amazon refuses every batch with this SKU in it; `all`: every batch. */
let poison = '';
/** Other SKUs with which Amazon refuses every batch. */
let poisons: readonly string[] = [];
/** The number of calls until the quota is used up. */
let callsLeft = Number.POSITIVE_INFINITY;
const asked: (readonly string[])[] = [];
const world = observingWorld({
  marketplace: (real) => ({
    searchListingsItems: (access, batch) => {
      if (callsLeft <= 0) throw new OutOfQuota('searchListingsItems', new Date(world.clock.now().getTime() + 1000));
      callsLeft -= 1;
      asked.push(batch.skus);
      if (poison === 'all' || batch.skus.some((sku) => sku === poison || poisons.includes(sku))) {
        throw new ExternalError('searchListingsItems', 'status 400', { isPermanent: true, status: 400 });
      }
      return real.searchListingsItems(access, batch);
    },
  }),
});
let tenant: ConnectedTenant;
let listings: readonly Reread[];

beforeAll(async () => {
  tenant = await world.settle(india);
  listings = await world.rows(sql<Reread>`
    select ${tenant.tenantId} as "tenantId", ${tenant.sellerAccountId} as "sellerAccountId", l.marketplace,
           'listings-items' as source, p.product_id as "productId", p.asin, l.sku
      from listings l join products p using (tenant_id, product_id)
     where p.is_tracked
     order by l.sku`);
});
beforeEach(() => {
  poison = '';
  poisons = [];
  callsLeft = Number.POSITIVE_INFINITY;
  asked.length = 0;
});

/** Listings that are the only one of their product. */
const alone = () => listings.filter(({ productId }) => listings.filter((o) => o.productId === productId).length === 1);

const forget = () => world.rows(sql`update observations set hash = 'older' where aspect = 'listing'`);
const seenAgain = async () =>
  (await world.rows(sql<{ sku: string }>`select sku from observations where aspect = 'listing' and hash <> 'older'`))
    .map(({ sku }) => sku)
    .toSorted();
const allBut = (sku: string | undefined) =>
  listings
    .map((listing) => listing.sku)
    .filter((one) => one !== sku)
    .toSorted();

/** Runs the sweeps of this source until none is due. */
async function sweepNow(): Promise<void> {
  await world.rows(sql`update sweeps set due_at = ${world.clock.now()} where source = 'listings-items'`);
  await world.runAllDue(({ source }) => source === 'listings-items');
}

test('a sweep halves a refused batch until the bad listing stands alone, and observes all others', async () => {
  await forget();
  poison = listings[7]?.sku ?? '';

  await sweepNow();

  expect(await seenAgain()).toEqual(allBut(poison));
  expect(asked).toContainEqual([poison]);
  world.log.splice(0);
});

test('halving goes on where the quota ended', async () => {
  await forget();
  poison = listings[3]?.sku ?? '';

  while ((await seenAgain()).length < listings.length - 1) {
    callsLeft = 1;
    await sweepNow();
  }

  expect(await seenAgain()).toEqual(allBut(poison));
});

test('a pass comes to the listings behind six bad ones that stand next to each other', async () => {
  await forget();
  const skus = listings.map(({ sku }) => sku);
  poisons = skus.slice(3, 9);

  await sweepNow();

  expect(await seenAgain()).toEqual(skus.filter((sku) => !poisons.includes(sku)).toSorted());
  world.log.splice(0);
});

test('a pass comes to the listings behind six bad ones at its very beginning', async () => {
  await forget();
  const skus = listings.map(({ sku }) => sku);
  poisons = skus.slice(0, 6);

  await sweepNow();

  expect(await seenAgain()).toEqual(skus.slice(6).toSorted());
  world.log.splice(0);
});

test('a marketplace that refuses everything is not asked for each listing', async () => {
  poison = 'all';

  await sweepNow();

  expect(asked.length).toBeLessThan(12);
  const [sweep] = await world.rows(
    sql`select failures, last_error as reason from sweeps where source = 'listings-items'`,
  );
  expect(sweep).toEqual({ failures: 1, reason: 'listings-items: 5 questions in a row were refused' });
  world.log.splice(0);
});

test('listings that push has named are asked for together, and one bad listing does not affect the others', async () => {
  await forget();
  const some = alone().slice(0, 5);
  poison = some[2]?.sku ?? '';

  await reread(world.ctx, some, signal);

  const [together] = asked;
  expect(together).toHaveLength(5);
  expect(asked).toContainEqual([poison]);
  expect(await seenAgain()).toHaveLength(4);
  world.log.splice(0);
});

test('listings that find no quota wait in the queue, and those that were asked for are done', async () => {
  await forget();
  callsLeft = 1;

  await reread(world.ctx, alone().slice(0, 25), signal);

  const waiting = world.ctx.queue.take<Reread>(rereadJob).map(({ sku }) => sku);
  const done = await seenAgain();
  expect({ done: done.length, waiting: waiting.length }).toEqual({ done: 20, waiting: 5 });
  expect(done.filter((sku) => waiting.includes(sku))).toEqual([]);
});
