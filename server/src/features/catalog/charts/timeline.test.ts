import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { productTimeline } from '@app/shared/contract/catalog.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { listingFacts, offersFacts } from '../../../../testing/database/factories.ts';
import { testNow } from '../../../../testing/database/postgres.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { keepRanks, keepSeen, type SeenChange } from '../../../../testing/observing/seen.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

beforeEach(async () => {
  api.clock.set(testNow);
  owner = await api.owner();
  product = await buildProductOf(api.worker, owner);
  await run(sql`
    insert into tracking_periods (tenant_id, product_id, tracked_from)
    values (${owner.tenantId}, ${product.productId}, '2026-01-01T00:00Z')`);
});

const run = (query: ReturnType<typeof sql>) => api.worker.tenant(owner.tenantId, (tx) => query.execute(tx));
const timeline = (lookbackDays = 30, who = owner) =>
  who.call(productTimeline, { params: { productId: product.productId }, query: { lookbackDays } });

const seen = (at: string, change: SeenChange) =>
  keepSeen(api.worker, { ...owner, productId: product.productId }, { at, ...change });

const offers = (ownCents: number, rival?: { cents: number; wins: boolean }) =>
  offersFacts({
    sellerKey: product.sellerKey,
    ownCents,
    others: rival ? [{ sellerId: 'ARIVAL', ...rival }] : [],
  });

test('the range begins at midnight of its first day at the marketplace and ends now', async () => {
  expect(await timeline(2)).toMatchObject({
    currency: 'USD',
    from: '2026-06-14T07:00:00.000Z',
    to: '2026-06-15T12:00:00.000Z',
    events: [],
    keywords: [],
  });
});

test('lanes begin with the facts before the range and continue with each change', async () => {
  await seen('2026-03-01T00:00:00Z', { aspect: 'offers', facts: offers(3690) });
  await seen('2026-06-14T18:00:00Z', { aspect: 'offers', facts: offers(3490, { cents: 3149, wins: true }) });
  await seen('2026-06-15T02:00:00Z', { aspect: 'offers', facts: offers(3490, { cents: 3149, wins: false }) });

  const { lanes } = await timeline(2);

  const [begin, lost, won] = ['2026-06-14T07:00:00.000Z', '2026-06-14T18:00:00.000Z', '2026-06-15T02:00:00.000Z'];
  expect(lanes.price).toEqual([
    { at: begin, cents: 3690 },
    { at: lost, cents: 3490 },
  ]);
  expect(lanes.buyBox).toEqual([
    { at: begin, owner: 'you', sellerId: null, cents: 3690 },
    { at: lost, owner: 'other', sellerId: 'ARIVAL', cents: 3149 },
    { at: won, owner: 'you', sellerId: null, cents: 3490 },
  ]);
  expect(lanes.lowestFbm).toEqual([
    { at: begin, cents: null },
    { at: lost, cents: 3149 },
  ]);
});

test('facts that have not changed within the retention of history hold from the beginning', async () => {
  await seen('2025-11-01T00:00:00Z', { aspect: 'rating', sku: '', facts: ratingOf(46), isForgotten: true });

  expect((await timeline(120)).lanes.rating).toEqual([{ at: '2026-02-16T08:00:00.000Z', tenths: 46 }]);
});

const ratingOf = (tenths: number) => ({ tenths, count: 10, byStars: null });

test('facts that were unknown when the range began have no point there', async () => {
  await seen('2026-06-15T01:00:00Z', { aspect: 'rating', sku: '', facts: ratingOf(45) });

  const { lanes } = await timeline(2);

  expect(lanes.rating).toEqual([{ at: '2026-06-15T01:00:00.000Z', tenths: 45 }]);
  expect(lanes.price).toEqual([]);
});

test('stock is the sum of the fulfillable units of all listings', async () => {
  const stock = { inbound: 0, reserved: 3, total: 43 };
  await seen('2026-06-01T00:00:00Z', { aspect: 'stock', facts: { ...stock, fulfillable: 40 } });
  await seen('2026-06-01T00:00:00Z', { aspect: 'listing', sku: 'SKU-2', facts: listingFacts({ ownQuantity: 5 }) });
  await seen('2026-06-14T20:00:00Z', { aspect: 'stock', facts: { ...stock, fulfillable: 0 } });

  expect((await timeline(2)).lanes.stock.map(({ units }) => units)).toEqual([45, 5]);
});

test('a removed listing does not appear in the lanes any more', async () => {
  await seen('2026-06-14T10:00:00Z', { aspect: 'listing', sku: 'SKU-2', facts: listingFacts({ ownQuantity: 5 }) });
  await run(sql`delete from observations where product_id = ${product.productId}`);

  expect((await timeline(2)).lanes.stock).toEqual([]);
});

test("a competitor's buy box is shown while we have no offer", async () => {
  const none = offers(3490, { cents: 3149, wins: true });
  const facts = { ...none, offers: none.offers.filter((offer) => !offer.isMine), totalOffers: 1, ownPrice: null };
  await seen('2026-06-01T00:00:00Z', { aspect: 'offers', facts });

  const { lanes } = await timeline(2);

  expect(lanes.price).toMatchObject([{ cents: null }]);
  expect(lanes.buyBox).toMatchObject([{ owner: 'other', sellerId: 'ARIVAL', cents: 3149 }]);
});

test('an offer of another seller account of ours is not the price of this one, as it is no change of it', async () => {
  const { sellerKey } = await buildProductOf(api.worker, owner);
  const sister = { sellerId: sellerKey, cents: 2990, wins: true };
  const facts = offersFacts({ sellerKey: product.sellerKey, ownCents: 3490, others: [sister] });
  await seen('2026-06-01T00:00:00Z', { aspect: 'offers', facts: offers(3490) });
  await seen('2026-06-14T18:00:00Z', { aspect: 'offers', facts });

  const { events, lanes } = await timeline(2);

  expect(lanes.price).toEqual([{ at: '2026-06-14T07:00:00.000Z', cents: 3490 }]);
  expect(lanes.buyBox.map(({ owner: holder }) => holder)).toEqual(['you', 'you']);
  expect(events).toEqual([]);
});

test('events are the flips of the product and the changes of its own price, newest first', async () => {
  await flip('2026-06-14T18:00:00Z', { type: 'lostBuybox', colour: 'RED', to: 'Castline Direct' });
  await seen('2026-05-01T00:00:00Z', { aspect: 'offers', facts: offers(3690) });
  await seen('2026-06-15T02:00:00Z', { aspect: 'offers', facts: offers(3490) });

  expect((await timeline()).events).toMatchObject([
    { at: '2026-06-15T02:00:00.000Z', type: null, colour: null, from: '$36.90', to: '$34.90' },
    { at: '2026-06-14T18:00:00.000Z', type: 'lostBuybox', colour: 'RED', to: 'Castline Direct' },
  ]);
});

const offersOf = (sku: string, cents: number) => ({ aspect: 'offers' as const, sku, facts: offers(cents) });

test('of several SKUs one that is sold out or back at its price is no change of the price', async () => {
  const soldOut = { offers: [], totalOffers: 0, buyBox: null, ownPrice: null };
  await seen('2026-05-01T00:00:00Z', offersOf('SKU-1', 3490));
  await seen('2026-05-02T00:00:00Z', offersOf('SKU-2', 3690));
  await seen('2026-06-14T10:00:00Z', { aspect: 'offers', facts: soldOut });
  await seen('2026-06-14T12:00:00Z', offersOf('SKU-2', 3590));
  await seen('2026-06-14T14:00:00Z', offersOf('SKU-1', 3490));

  const { events, lanes } = await timeline(2);

  expect(lanes.price.map(({ cents }) => cents)).toEqual([3490, 3690, 3590, 3490]);
  expect(events).toMatchObject([{ at: '2026-06-14T12:00:00.000Z', from: '$36.90', to: '$35.90' }]);
});

interface Flip {
  readonly type: string;
  readonly colour: string;
  readonly to: string;
}

const flip = (at: string, { type, colour, to }: Flip) =>
  run(sql`
    insert into flips (
      tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, to_text, evidence
    )
    values (
      ${owner.tenantId}, ${at}::timestamptz, ${`${type}-${product.productId}`}, 1, ${product.productId}, ${type}, 0, 2,
      ${colour}, ${to}, '[]'
    )`);

test('events of kinds that the plan lacks or that are hidden are left out', async () => {
  await flip('2026-06-14T18:00:00Z', { type: 'lostBuybox', colour: 'RED', to: '' });
  await flip('2026-06-14T19:00:00Z', { type: 'imageMissing', colour: 'RED', to: '' });
  await run(sql`
    update tenants set suppressed_types = '{lostBuybox}', group_statuses = '{"imageMissing": 21}'
     where tenant_id = ${owner.tenantId}`);

  expect((await timeline()).events).toEqual([]);
});

const place = (position: number | null) => ({ keyword: 'pan', position, seen: 96 });

test('keywords have their positions, and none outside of the results', async () => {
  await run(sql`
    insert into items (tenant_id, item_id, product_id, type, status, settings, version)
    values (${owner.tenantId}, ${`keyword-${product.productId}-1`}, ${product.productId}, 'keyword', 0,
            '{"keyword": "pan", "absoluteThreshold": 10}', 1)`);
  await seen('2026-05-01T00:00:00Z', { aspect: 'searchRank', sku: 'pan', facts: place(7) });
  await seen('2026-06-14T12:00:00Z', { aspect: 'searchRank', sku: 'pan', facts: place(null) });

  // The keyword belongs to no lane, and its many changes must not displace this change, which does.
  await seen('2026-03-01T00:00:00Z', { aspect: 'offers', facts: offers(3690) });

  const { keywords, lanes } = await timeline(2);
  expect(lanes.price).toEqual([{ at: '2026-06-14T07:00:00.000Z', cents: 3690 }]);
  expect(keywords).toEqual([
    {
      watchDogId: `keyword-${product.productId}-1`,
      keyword: 'pan',
      points: [
        { at: '2026-06-14T07:00:00.000Z', rank: 7 },
        { at: '2026-06-14T12:00:00.000Z', rank: null },
      ],
    },
  ]);
});

test.each([
  ['that the plan lacks', sql`suppressed_types = '{keyword}'`],
  ['that is hidden', sql`group_statuses = '{"keyword": 21}'`],
])('the positions of a kind %s are left out', async (_kind, change) => {
  await run(sql`
    insert into items (tenant_id, item_id, product_id, type, status, settings, version)
    values (${owner.tenantId}, ${`keyword-${product.productId}-1`}, ${product.productId}, 'keyword', 0,
            '{"keyword": "pan", "absoluteThreshold": 10}', 1)`);
  await seen('2026-06-14T12:00:00Z', { aspect: 'searchRank', sku: 'pan', facts: place(7) });

  await run(sql`update tenants set ${change} where tenant_id = ${owner.tenantId}`);

  expect((await timeline(2)).keywords).toEqual([]);
});

const ranked = (day: string, hours: readonly number[]) =>
  keepRanks(api.worker, { ...owner, productId: product.productId }, { day, hours });
const allDay = Array.from({ length: 24 }, (_, hour) => hour);

test('hours in which the marketplace did not answer are gaps', async () => {
  await ranked(
    '2026-06-14',
    allDay.filter((hour) => hour < 8 || hour > 14),
  );
  await ranked('2026-06-15', [0, 1, 2, 4, 5]);

  expect((await timeline(2)).gaps).toEqual([{ from: '2026-06-14T15:00:00.000Z', to: '2026-06-14T22:00:00.000Z' }]);
});

test('the time in which a product was not tracked is a gap', async () => {
  await run(sql`
    update tracking_periods set tracked_from = '2026-06-14T20:00Z' where product_id = ${product.productId}`);

  expect((await timeline(2)).gaps).toEqual([{ from: '2026-06-14T07:00:00.000Z', to: '2026-06-14T20:00:00.000Z' }]);
});

test('a marketplace that stopped answering has a gap up to now', async () => {
  await ranked(
    '2026-06-14',
    allDay.filter((hour) => hour < 21),
  );

  expect((await timeline(2)).gaps).toEqual([{ from: '2026-06-15T04:00:00.000Z', to: '2026-06-15T12:00:00.000Z' }]);
});

test('neither another tenant nor a viewer without access to the seller account finds the product', async () => {
  await expect(timeline(2, await api.owner())).rejects.toMatchObject({ status: 404 });
  await run(sql`
    update email_addresses set hidden_seller_account_ids = array[${product.sellerAccountId}]::bigint[]`);
  await expect(timeline(2)).rejects.toMatchObject({ status: 404 });
});
