import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../../testing/clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  listingFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { createJudging } from '../../judging/ingest.ts';
import type { Reread } from '../jobs.ts';
import type { Observation } from '../recording/observation.ts';
import { readNotification } from './notification.ts';
import { takeNotification } from './take-notification.ts';
import type { TakingContext } from './taking.ts';

const database = testDatabase();
const start = new Date('2026-06-15T12:00:00Z');
const usMarketplaceId = 'ATVPDKIKX0DER';
const [asin, sku] = ['B0SKILLET1', 'SKILLET-26'];
const clock = testClock(start);
const after = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);
const aYear = 365 * 86_400;

let db: Db;
let tenant: BuiltTenant;
let productId: string;
let rereads: Reread[] = [];
let warnings: string[] = [];

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());
beforeEach(async () => {
  clock.set(start);
  [rereads, warnings] = [[], []];
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) }, { asin });
  await subscribe();
  await ingest({ aspect: 'listing', facts: listingFacts({ ownQuantity: 10 }) }, start);
  clock.advance(hourMs);
});

async function subscribe(): Promise<void> {
  const { tenantId, sellerAccountId, sellerKey } = tenant;
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      values (${tenantId}, ${sellerAccountId}, 'US', ${sku}, ${productId}, true)`.execute(tx);
    await sql`
      insert into seller_marketplaces (tenant_id, seller_account_id, marketplace)
      values (${tenantId}, ${sellerAccountId}, 'US')`.execute(tx);
    await sql`
      insert into subscriptions (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
      values (${tenantId}, ${sellerAccountId}, 'ACCOUNT_STATUS_CHANGED', ${sellerKey}, now())`.execute(tx);
  });
  await sql`
    insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
    values (${sellerKey}, 'NA', ${tenantId}, ${sellerAccountId})`.execute(db.global);
}

function context(): TakingContext {
  const queue: TakingContext['queue'] = {
    send: (_job, payloads) => {
      rereads.push(...(payloads as readonly Reread[]));
      return Promise.resolve();
    },
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
  const config = { checkSpeedup: 1 } as TakingContext['config'];
  return { config, db, clock, log, judging: createJudging({ db, clock }), queue };
}

let sequence = 0;
async function take(type: string, payload: object, at: Date): Promise<readonly string[]> {
  sequence += 1;
  const message = {
    notificationType: type,
    eventTime: at.toISOString(),
    notificationMetadata: { notificationId: `N${sequence}`, subscriptionId: tenant.sellerKey },
    payload,
  };
  const notification = readNotification(JSON.stringify(message));
  if ('reason' in notification) throw new Error(notification.reason);
  return takeNotification(context(), notification);
}

const usd = (Amount: number) => ({ Amount, CurrencyCode: 'USD' });
const offersAt = (price: number) => ({
  AnyOfferChangedNotification: {
    SellerId: tenant.sellerKey,
    OfferChangeTrigger: { MarketplaceId: usMarketplaceId, ASIN: asin, ItemCondition: 'new' },
    Summary: {
      NumberOfOffers: [{ Condition: 'new', OfferCount: 1 }],
      BuyBoxPrices: [{ Condition: 'New', LandedPrice: usd(price) }],
    },
    Offers: [{ SellerId: tenant.sellerKey, ListingPrice: usd(price), Shipping: usd(0), IsBuyBoxWinner: true }],
  },
});
const stockOf = (Fulfillable: number) => ({
  SellerId: tenant.sellerKey,
  SKU: sku,
  FulfillmentInventoryByMarketplace: [
    {
      MarketplaceId: usMarketplaceId,
      FulfillmentInventory: {
        InboundQuantityBreakdown: { Working: 0, Shipped: 0, Receiving: 0 },
        Fulfillable,
        Unfulfillable: 0,
        Researching: 0,
        ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: 0 },
      },
    },
  ],
});
const ownQuantity = (Quantity: number) => ({
  SellerId: tenant.sellerKey,
  MarketplaceId: usMarketplaceId,
  Sku: sku,
  FulfillmentChannelCode: 'DEFAULT',
  Quantity,
});

const ingest = (facts: Pick<Observation, 'aspect' | 'facts'>, observedAt: Date) =>
  createJudging({ db, clock }).ingest(tenant.tenantId, [{ ...facts, productId, sku, observedAt } as Observation]);

async function known(aspect: string) {
  const { rows } = await sql<{ facts: unknown; observedAt: Date }>`
    select o.facts, o.observed_at as "observedAt"
      from observations o
     where o.tenant_id = ${tenant.tenantId} and o.aspect = ${aspect}`.execute(db.global);
  return rows[0];
}

/** Types whose messages contain facts, with an example of each and the reread that replaces it. */
const telling = [
  { type: 'ANY_OFFER_CHANGED', aspect: 'offers', source: 'listing-offers', payload: (n: number) => offersAt(n) },
  {
    type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
    aspect: 'stock',
    source: 'inventory-summaries',
    payload: (n: number) => stockOf(n),
  },
  {
    type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
    aspect: 'listing',
    source: 'listings-items',
    payload: (n: number) => ownQuantity(n),
  },
];

test.each(telling)(
  '$type: the facts of a message from the future are not taken, and its listing is read instead',
  async ({ type, aspect, source, payload }) => {
    await take(type, payload(20), after(-600));
    const before = await known(aspect);

    const outcome = await take(type, payload(5), after(aYear));

    expect(outcome).toEqual(['reread']);
    expect(await known(aspect)).toEqual(before);
    expect(rereads).toMatchObject([{ source, productId, sku, asin, marketplace: 'US' }]);
    expect(warnings).toEqual(['a notification is dated ahead of our clock: its facts are asked for instead']);
  },
);

test.each(telling)(
  '$type: a message from the future does not block the next message',
  async ({ type, aspect, payload }) => {
    await take(type, payload(5), after(aYear));
    clock.advance(minuteMs);

    const outcome = await take(type, payload(20), clock.now());

    expect(outcome).toEqual(['observed']);
    expect((await known(aspect))?.observedAt).toEqual(clock.now());
  },
);

test.each(telling)(
  '$type: a message within the clock skew is dated now, so that the next look is newer',
  async ({ type, aspect, payload }) => {
    const outcome = await take(type, payload(5), after(45));

    expect(outcome).toEqual(['observed']);
    expect((await known(aspect))?.observedAt).toEqual(clock.now());
    expect(warnings).toEqual([]);
  },
);

test('a message from the future that carries no facts has its listing read like any other', async () => {
  const payload = { SellerId: tenant.sellerKey, MarketplaceId: usMarketplaceId, Sku: sku };

  expect(await take('LISTINGS_ITEM_ISSUES_CHANGE', payload, after(aYear))).toEqual(['reread']);
  expect(rereads).toMatchObject([{ source: 'listings-items', sku }]);
});

test('a stored observation with a time in the future is replaced by the next look, and its alert ends', async () => {
  const suspended = listingFacts({ ownQuantity: 10, status: [] });
  await ingest({ aspect: 'listing', facts: suspended }, clock.now());
  await sql`update observations set observed_at = '2099-01-01' where tenant_id = ${tenant.tenantId}`.execute(db.global);
  clock.advance(minuteMs);

  await ingest({ aspect: 'listing', facts: listingFacts({ ownQuantity: 10 }) }, clock.now());

  const { rows } = await sql<{ to: number }>`
    select f.to_status as to
      from flips f
     where f.tenant_id = ${tenant.tenantId} and f.type = 'listingSuspended'
     order by f.revision`.execute(db.global);
  expect(rows).toEqual([{ to: 2 }, { to: 0 }]);
  expect((await known('listing'))?.observedAt).toEqual(clock.now());
});

test('an observation with a time in the future is stored with the present time', async () => {
  await ingest({ aspect: 'listing', facts: listingFacts({ ownQuantity: 3 }) }, after(aYear));

  expect((await known('listing'))?.observedAt).toEqual(clock.now());
});

async function accountStatus() {
  const { rows } = await sql<{ status: string | null; at: Date | null }>`
    select m.account_status as status, m.account_status_at as at
      from seller_marketplaces m
     where m.tenant_id = ${tenant.tenantId}`.execute(db.global);
  return rows[0];
}
const accountIs = (currentAccountStatus: string) => ({
  accountStatusChangeNotification: { marketplaceId: usMarketplaceId, currentAccountStatus },
});
test('an account status from the future is dated now, and a stored one with such a time is replaced', async () => {
  await take('ACCOUNT_STATUS_CHANGED', accountIs('DEACTIVATED'), after(aYear));
  const dated = await accountStatus();
  await sql`update seller_marketplaces set account_status_at = '2099-01-01' where tenant_id = ${tenant.tenantId}`.execute(
    db.global,
  );
  clock.advance(minuteMs);
  await take('ACCOUNT_STATUS_CHANGED', accountIs('NORMAL'), clock.now());

  expect(dated).toEqual({ status: 'DEACTIVATED', at: after(-60) });
  expect(await accountStatus()).toEqual({ status: 'NORMAL', at: clock.now() });
});
