import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { observingWorld, type ConnectedTenant } from '../../../../testing/observing/observing.ts';
import { openNotificationQueue, type NotificationQueue } from '../../../external/marketplace/notification-queue.ts';
import { rereadJob, type Reread } from '../jobs.ts';
import { reread } from './reread.ts';
import { consumeOnce } from './consume.ts';
import { readNotification } from './notification.ts';
import { makeSubscribingDue } from './push-queries.ts';
import { takeNotification } from './take-notification.ts';
import type { SweepKey } from '../sweeping/sweep-queries.ts';

const world = observingWorld();
const america = { sellingPartnerId: 'A2QWN7L4RKH13D', region: 'NA' } as const;
const usMarketplaceId = 'ATVPDKIKX0DER';
const { signal } = new AbortController();
let tenant: ConnectedTenant;
let queue: NotificationQueue;

beforeAll(async () => {
  tenant = await world.settle(america);
  if (!world.ctx.config.notifications) throw new Error('The sandbox has a queue');
  queue = openNotificationQueue(world.ctx.config.notifications);
});
afterAll(() => queue.close());

/** Dates everything known before a test two minutes back, so that new messages are newer. */
async function letTimePass(): Promise<void> {
  await world.rows(
    sql`update observations set observed_at = (observed_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC'`,
  );
  await world.rows(
    sql`update sweeps set confirmed_at = (confirmed_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC'`,
  );
}
beforeEach(letTimePass);

interface ListedProduct {
  readonly productId: string;
  readonly asin: string;
  readonly sku: string;
}

/** Tracked products with this many listings. */
const listed = (skus: number) =>
  world.rows(sql<ListedProduct>`
    select p.product_id as "productId", p.asin, min(l.sku) as sku
      from products p
      join listings l using (tenant_id, product_id)
     where p.tenant_id = ${tenant.tenantId} and p.marketplace = 'US' and p.is_tracked
     group by p.product_id, p.asin
    having count(*) = ${skus}
     order by p.asin`);

async function productAt(position: number): Promise<ListedProduct> {
  const product = (await listed(1))[position];
  if (!product) throw new Error('There are not that many');
  return product;
}

async function factsOf(aspect: string, { productId, sku }: ListedProduct) {
  const [row] = await world.rows(sql<{ facts: { ownPrice?: { cents: number }; status?: string[] }; observedAt: Date }>`
    select o.facts, o.observed_at as "observedAt" from observations o
     where o.product_id = ${productId} and o.aspect = ${aspect} and o.sku = ${sku}`);
  if (!row) throw new Error('Nothing was observed');
  return row;
}

const flipsOf = ({ productId }: ListedProduct) =>
  world.rows(sql<{ type: string; to: number }>`
    select f.type, f.to_status as to from flips f where f.product_id = ${productId} order by f.at, f.type`);

/** Takes messages until the condition holds. */
async function consumeUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await consumeOnce(world.ctx, queue, signal);
}

const hasPrice = (product: ListedProduct, cents: number) => async () =>
  (await factsOf('offers', product)).facts.ownPrice?.cents === cents;

/** Takes messages until they have named this many listings of a product. Returns the rereads. */
async function consumeNamed({ productId }: ListedProduct, listings: number): Promise<readonly Reread[]> {
  const named: Reread[] = [];
  await consumeUntil(async () => {
    const rereads = world.ctx.queue.take<Reread>(rereadJob);
    named.push(...rereads.filter((one) => one.source === 'listings-items' && one.productId === productId));
    return new Set(named.map(({ sku }) => sku)).size === listings;
  });
  return named;
}

/** Runs one pass over the offers. Returns the changes that it found. */
async function sweepNow() {
  const isOffers = sql`source = 'listing-offers' and marketplace = 'US' and tenant_id = ${tenant.tenantId}`;
  await world.rows(sql`update sweeps set due_at = ${world.clock.now()} where ${isOffers}`);
  await world.runAllDue(({ source, tenantId }) => source === 'listing-offers' && tenantId === tenant.tenantId);
  const [row] = await world.rows(sql<{ everyMinutes: number; missed: number }>`
    select (cursor ->> 'everyMs')::int * 200 / 60000 as "everyMinutes", missed_by_push as missed
      from sweeps where ${isOffers}`);
  return row;
}

test('a changed price reaches the watchdogs by push, without a sweep', async () => {
  const product = await productAt(0);
  const { observedAt } = await factsOf('offers', product);

  await world.happen({ type: 'priceChanged', asin: product.asin, marketplace: 'US', price: 5 });
  await consumeUntil(hasPrice(product, 500));

  const seen = await factsOf('offers', product);
  expect(seen.observedAt.getTime()).toBeGreaterThan(observedAt.getTime());
  expect(await flipsOf(product)).toContainEqual({ type: 'price', to: expect.any(Number) });
});

test('facts that push has delivered are unchanged in the next sweep', async () => {
  const product = await productAt(0);
  const told = await factsOf('offers', product);

  const sweep = await sweepNow();

  expect((await factsOf('offers', product)).observedAt).toEqual(told.observedAt);
  expect(sweep?.missed).toBe(0);
});

interface OfferChange {
  readonly id: string;
  readonly at: Date;
  readonly offers: readonly object[];
  readonly summary?: object;
}

const offerChange = (asin: string, change: OfferChange) =>
  JSON.stringify({
    NotificationType: 'ANY_OFFER_CHANGED',
    EventTime: change.at.toISOString(),
    NotificationMetadata: { NotificationId: change.id },
    Payload: {
      AnyOfferChangedNotification: {
        SellerId: america.sellingPartnerId,
        OfferChangeTrigger: {
          ASIN: asin,
          MarketplaceId: usMarketplaceId,
          ItemCondition: 'new',
          TimeOfOfferChange: change.at.toISOString(),
        },
        Summary: {
          NumberOfOffers: [{ Condition: 'new', FulfillmentChannel: 'Merchant', OfferCount: change.offers.length }],
          BuyBoxPrices: [{ Condition: 'New', LandedPrice: { Amount: 3, CurrencyCode: 'USD' } }],
          ...change.summary,
        },
        Offers: change.offers,
      },
    },
  });

const offer = (sellerId: string, more: object = { IsBuyBoxWinner: true }) => ({
  SellerId: sellerId,
  ListingPrice: { Amount: 3, CurrencyCode: 'USD' },
  Shipping: { Amount: 0, CurrencyCode: 'USD' },
  IsFulfilledByAmazon: false,
  ...more,
});

const lost = () => offer(america.sellingPartnerId, { IsBuyBoxWinner: false });

async function take(body: string): Promise<readonly string[]> {
  const notification = readNotification(body);
  return 'reason' in notification ? [notification.reason] : takeNotification(world.ctx, notification);
}

test('a message that comes late does not replace the facts of a newer sweep', async () => {
  const product = await productAt(1);
  const before = await factsOf('offers', product);
  const at = new Date(world.clock.now().getTime() - dayMs);

  const outcome = await take(offerChange(product.asin, { id: 'late', at, offers: [offer(america.sellingPartnerId)] }));

  expect(outcome).toEqual(['observed']);
  expect(await factsOf('offers', product)).toEqual(before);
});

test('a message that a later one has overtaken changes nothing, even if the later one repeated known facts', async () => {
  const product = await productAt(5);
  const [first, second, third] = [3000, 2000, 1000].map((ms) => new Date(world.clock.now().getTime() - ms));
  if (!first || !second || !third) throw new Error('There are three');
  const own = offer(america.sellingPartnerId);
  const both = [own, offer('ATRANSIENT', { IsBuyBoxWinner: false })];
  await take(offerChange(product.asin, { id: 'first', at: first, offers: [own] }));
  const before = await factsOf('offers', product);

  await take(offerChange(product.asin, { id: 'third', at: third, offers: [own] }));
  const outcome = await take(offerChange(product.asin, { id: 'second', at: second, offers: both }));

  expect((await factsOf('offers', product)).facts).toEqual(before.facts);
  expect(outcome).toEqual(['reread']);
  expect(world.ctx.queue.take<Reread>(rereadJob)).toMatchObject([{ sku: product.sku }]);
});

test('a message that contradicts what became known just before it has the listing asked for', async () => {
  const product = await productAt(6);
  const own = offer(america.sellingPartnerId);
  const now = world.clock.now().getTime() - 20_000;
  const both = [own, offer('ANEWCOMER', { IsBuyBoxWinner: false })];
  await take(offerChange(product.asin, { id: 'known', at: new Date(now), offers: [own] }));
  const before = await factsOf('offers', product);

  const outcome = await take(offerChange(product.asin, { id: 'contradicting', at: new Date(now + 30), offers: both }));
  const rereads = world.ctx.queue.take<Reread>(rereadJob);
  const later = await take(offerChange(product.asin, { id: 'later', at: new Date(now + 9_000), offers: both }));

  expect(outcome).toEqual(['reread']);
  expect(rereads).toMatchObject([{ sku: product.sku }]);
  expect(later).toEqual(['observed']);
  expect((await factsOf('offers', product)).facts).not.toEqual(before.facts);
});

test('a message of the same moment as a sweep, whose order the clocks cannot tell, has the listing asked for', async () => {
  const product = await productAt(1);
  await sweepNow();
  const at = new Date(world.clock.now().getTime() - 5_000);

  const outcome = await take(offerChange(product.asin, { id: 'close', at, offers: [offer(america.sellingPartnerId)] }));

  expect(outcome).toEqual(['reread']);
  expect(world.ctx.queue.take<Reread>(rereadJob)).toMatchObject([{ source: 'listing-offers', sku: product.sku }]);
});

test('the same message twice is taken once', async () => {
  const product = await productAt(2);
  const body = offerChange(product.asin, {
    id: 'twice',
    at: world.clock.now(),
    offers: [offer(america.sellingPartnerId)],
  });

  expect(await take(body)).toEqual(['observed']);
  expect(await take(body)).toEqual(['known']);
  expect((await factsOf('offers', product)).facts.ownPrice?.cents).toBe(300);
});

test.each([
  ['does not say who has the buy box', { offers: [offer(america.sellingPartnerId, {})] }],
  ['does not list our own offer', { offers: [offer('ASOMEBODYELSE1')] }],
  ['contradicts itself', { offers: [offer(america.sellingPartnerId), offer('AX2'), offer('AX3')] }],
  ['does not count the offers', { offers: [lost()], summary: { NumberOfOffers: undefined } }],
  ['tells nothing of the buy box', { offers: [lost()], summary: { BuyBoxPrices: undefined } }],
])('a message that %s has the listing asked for instead of guessing', async (what, told) => {
  const product = await productAt(3);
  const before = await factsOf('offers', product);

  const outcome = await take(offerChange(product.asin, { id: what, at: world.clock.now(), ...told }));
  const rereads = world.ctx.queue.take<Reread>(rereadJob);

  expect(outcome).toEqual(['reread']);
  expect(rereads).toMatchObject([{ source: 'listing-offers', sku: product.sku }]);
  expect(await factsOf('offers', product)).toEqual(before);
});

test('a product with several listings has each of them asked for', async () => {
  const [product] = await listed(2);
  if (!product) throw new Error('The world has a product with two listings');
  const body = offerChange(product.asin, {
    id: 'two listings',
    at: world.clock.now(),
    offers: [offer(america.sellingPartnerId)],
  });

  await take(body);

  expect(world.ctx.queue.take(rereadJob)).toHaveLength(2);
});

test('a listing whose suspension EventBridge announces is read again and raises its alert', async () => {
  const product = await productAt(4);
  await world.happen({ type: 'listingSuspended', asin: product.asin, marketplace: 'US' });
  const rereads = await consumeNamed(product, 1);

  await reread(world.ctx, rereads, signal);

  expect((await factsOf('listing', product)).facts.status).toEqual([]);
  expect(await flipsOf(product)).toContainEqual({ type: 'listingSuspended', to: 2 });
});

test('the offers of a listing whose status changed are read again too', async () => {
  const product = await productAt(8);
  await world.happen({ type: 'listingSuspended', asin: product.asin, marketplace: 'US' });
  const body = JSON.stringify({
    NotificationType: 'LISTINGS_ITEM_STATUS_CHANGE',
    EventTime: world.clock.now().toISOString(),
    NotificationMetadata: { NotificationId: 'suspended' },
    Payload: {
      SellerId: america.sellingPartnerId,
      MarketplaceId: usMarketplaceId,
      Asin: product.asin,
      Sku: product.sku,
      Status: [],
    },
  });

  expect(await take(body)).toEqual(['reread']);

  const rereads = world.ctx.queue.take<Reread>(rereadJob);
  expect(rereads.map(({ source }) => source)).toEqual(['listings-items', 'listing-offers']);
  await reread(world.ctx, rereads, signal);
  const { offers } = (await factsOf('offers', product)).facts as { offers: { isMine: boolean }[] };
  expect(offers.some(({ isMine }) => isMine)).toBe(false);
});

test('one event that suspends several listings of a product raises one alert, whichever message comes first', async () => {
  const [product] = await listed(2);
  if (!product) throw new Error('The world has a product with two listings');
  await world.happen({ type: 'listingSuspended', asin: product.asin, marketplace: 'US' });
  const named = await consumeNamed(product, 2);

  for (const one of named) await reread(world.ctx, [one], signal);

  const flips = await flipsOf(product);
  expect(flips.filter(({ type }) => type === 'listingSuspended')).toHaveLength(1);
});

test('a new listing on offer makes the discovery of its seller due', async () => {
  const body = JSON.stringify({
    NotificationType: 'LISTINGS_ITEM_STATUS_CHANGE',
    EventTime: world.clock.now().toISOString(),
    NotificationMetadata: { NotificationId: 'new listing' },
    Payload: {
      SellerId: america.sellingPartnerId,
      MarketplaceId: usMarketplaceId,
      Asin: 'B0NEWNEWNE',
      Sku: 'NEW-SKU',
      Status: ['BUYABLE', 'DISCOVERABLE'],
    },
  });

  expect(await take(body)).toEqual(['discovery']);

  const [discovery] = await world.rows(
    sql<{ dueAt: Date }>`select due_at as "dueAt" from sweeps where source = 'discovery'`,
  );
  expect(discovery?.dueAt.getTime()).toBeLessThanOrEqual(world.clock.now().getTime());
});

// This test runs a whole discovery, while the other tests share theirs.
test('every tenant of a seller receives its notifications', async () => {
  const other = await world.settle(america);
  await letTimePass();
  const product = await productAt(5);

  const body = offerChange(product.asin, {
    id: 'both',
    at: world.clock.now(),
    offers: [offer(america.sellingPartnerId)],
  });

  expect(await take(body)).toEqual(['observed', 'observed']);
  const prices = await world.rows(sql<{ cents: number }>`
    select (o.facts -> 'ownPrice' ->> 'cents')::int as cents
      from observations o join products p using (tenant_id, product_id)
     where p.asin = ${product.asin} and p.marketplace = 'US' and o.aspect = 'offers'`);
  expect(prices).toEqual([{ cents: 300 }, { cents: 300 }]);
  await sql`update seller_accounts set deleted_at = now() where tenant_id = ${other.tenantId}`.execute(
    world.ctx.db.global,
  );
});

test('while push is proven alive the sweep slows down, and speeds up when it finds what push did not announce', async () => {
  const before = await sweepNow();
  await letTimePass();
  const product = await productAt(6);
  await world.happen({ type: 'priceChanged', asin: product.asin, marketplace: 'US', price: 9 });
  await consumeUntil(hasPrice(product, 900));

  const alive = await sweepNow();
  const { productId } = await productAt(7);
  await world.rows(sql`
    with tenant as (
      update tenants set world_version = world_version + 1 where tenant_id = ${tenant.tenantId} returning world_version
    ),
    product as (
      update products set version = t.world_version, facts_version = t.world_version from tenant t
       where tenant_id = ${tenant.tenantId} and product_id = ${productId}
    )
    update observations set hash = 'older'
     where tenant_id = ${tenant.tenantId} and product_id = ${productId} and aspect = 'offers'`);
  const incomplete = await sweepNow();
  const caughtUp = await sweepNow();
  world.clock.advance(600);
  const silent = await sweepNow();

  expect(alive).toEqual({ everyMinutes: 720, missed: before?.missed });
  expect(incomplete).toEqual({ everyMinutes: 15, missed: (before?.missed ?? 0) + 1 });
  expect(caughtUp?.everyMinutes).toBe(720);
  expect(silent?.everyMinutes).toBe(15);
});

/** Advances by hours of the marketplace, at the speed-up of the test. */
const passHours = (hours: number) => world.clock.advance((hours * 60) / world.ctx.config.checkSpeedup);

const speak = () =>
  world.rows(sql`
    update subscriptions set last_event_at = ${world.clock.now()} where tenant_id = ${tenant.tenantId}`);

/** Runs everything that is due. Returns the hours since the last pass over the offers. */
const hoursSinceLook = async () => {
  const ofOffers = (key: SweepKey) => key.source === 'listing-offers' && key.tenantId === tenant.tenantId;
  await world.runAllDue(ofOffers);
  const [sweep] = await world.rows(sql<{ at: Date }>`
    select confirmed_at as at from sweeps
     where source = 'listing-offers' and marketplace = 'US' and tenant_id = ${tenant.tenantId}`);
  const ageMs = world.clock.now().getTime() - (sweep?.at.getTime() ?? 0);
  return Math.round((ageMs * world.ctx.config.checkSpeedup) / hourMs);
};

test('a sweep that push makes rare is due once push has been silent for too long, and is skipped if push has delivered since', async () => {
  world.clock.standStill();
  await speak();
  await sweepNow();

  const seen: number[] = [];
  for (const hasSpoken of [true, false, false, true, true, true, true, true]) {
    passHours(3);
    if (hasSpoken) await speak();
    seen.push(await hoursSinceLook());
  }

  // Push is silent for six hours after the first three: passes run at full pace until push delivers again, and then
  // half a day passes without one.
  expect(seen).toEqual([3, 6, 0, 0, 3, 6, 9, 0]);
});

/** Runs a pass over the listings. Returns the minutes until the next one. */
const sweepListings = async () => {
  const ofListings = (key: SweepKey) => key.source === 'listings-items' && key.tenantId === tenant.tenantId;
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()}, pass_started_at = null
     where source = 'listings-items' and tenant_id = ${tenant.tenantId}`);
  await world.runAllDue(ofListings);
  const [sweep] = await world.rows(sql<{ minutes: number }>`
    select (cursor ->> 'everyMs')::float8 * ${world.ctx.config.checkSpeedup} / 60000 as minutes from sweeps
     where source = 'listings-items' and marketplace = 'US' and tenant_id = ${tenant.tenantId}`);
  return sweep?.minutes;
};

test('push is proven by the types that announce a source: offers prove nothing about listings', async () => {
  await speak();
  expect(await sweepListings()).toBe(720);
  const silent = async (types: readonly string[]) => {
    await speak();
    await world.rows(sql`
      update subscriptions set last_event_at = ${new Date(world.clock.now().getTime() - dayMs)}
       where tenant_id = ${tenant.tenantId} and notification_type = any (${types}::text[])`);
    return sweepListings();
  };

  const rare = ['LISTINGS_ITEM_ISSUES_CHANGE', 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE'];
  // An account that ships nothing itself has no quantities to announce, so their silence does not mean lost push.
  expect(await silent(rare)).toBe(720);
  expect(await silent([...rare, 'LISTINGS_ITEM_STATUS_CHANGE'])).toBe(10);
});

test('a subscription that was lost is made again, and the sources that it announces are asked', async () => {
  const ofTenant = sql`tenant_id = ${tenant.tenantId}`;
  await world.rows(sql`update subscriptions set subscription_id = 'lost' where ${ofTenant}`);
  await world.rows(sql`
    update sweeps set due_at = ${world.clock.now()}::timestamptz + interval '4 hours' where ${ofTenant}`);

  await makeSubscribingDue(world.ctx.db.global, world.clock.now());
  const done = await world.runAllDue(({ tenantId }) => tenantId === tenant.tenantId);

  const subscriptions = await world.rows(sql<{ id: string; lastEventAt: Date | null }>`
    select subscription_id as id, last_event_at as "lastEventAt" from subscriptions where ${ofTenant}`);
  expect(subscriptions.every(({ id, lastEventAt }) => id !== 'lost' && lastEventAt === null)).toBe(true);
  expect(new Set(done.map(({ source }) => source))).toEqual(
    new Set(['subscriptions', 'listing-offers', 'listings-items', 'inventory-summaries', 'orders']),
  );
});

test.each([
  ['{', 'is no notification'],
  ['{"a":1}', 'is no notification'],
  [
    JSON.stringify({ NotificationType: 'FEE_PROMOTION', EventTime: '', NotificationMetadata: { NotificationId: '1' } }),
    'type FEE_PROMOTION is not watched',
  ],
  ['{"notificationType":"PRICING_HEALTH"}', 'malformed PRICING_HEALTH'],
  [
    JSON.stringify({ NotificationType: 'ANY_OFFER_CHANGED', EventTime: '', NotificationMetadata: {}, Payload: {} }),
    'malformed ANY_OFFER_CHANGED',
  ],
])('a message that is not understood is refused, and the reason names it: %s', (body, reason) => {
  expect(readNotification(body)).toEqual({ reason });
});
