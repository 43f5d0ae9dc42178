import type { ListingFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { buildProduct, listingFacts, unwatched } from '../../../../testing/database/factories.ts';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../testing/observing/notified-accounts.ts';
import type { JudgingFunctions, Observation } from '../recording/observation.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);

let account: NotifiedAccount;
beforeEach(async () => {
  account = await accounts.buildAccount();
});

const stockOf = (Fulfillable: number) => ({
  type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
  payload: {
    SellerId: account.sellerKey,
    SKU: notifiedSku,
    FulfillmentInventoryByMarketplace: [
      {
        MarketplaceId: 'ATVPDKIKX0DER',
        FulfillmentInventory: {
          InboundQuantityBreakdown: { Working: 0, Shipped: 0, Receiving: 0 },
          Fulfillable,
          Unfulfillable: 0,
          Researching: 0,
          ReservedQuantityBreakdown: { WarehouseProcessing: 0, WarehouseTransfer: 0, PendingCustomerOrder: 0 },
        },
      },
    ],
  },
});

const quantities = async (table: 'observations' | 'observation_history') => {
  const { rows } = await sql<{ quantity: number }>`
    select (o.facts -> 'fulfillable')::int as quantity
      from ${sql.table(table)} o
     where o.tenant_id = ${account.tenantId} and o.aspect = 'stock'`.execute(accounts.db.global);
  return rows.map(({ quantity }) => quantity);
};

test('a message that two workers take at the same time is noted and recorded once', async () => {
  const message = { ...stockOf(5), id: 'both' };

  const outcomes = await Promise.all([accounts.take(message), accounts.take(message)]);

  expect(outcomes.flat().every((outcome) => outcome === 'observed' || outcome === 'known')).toBe(true);
  expect([await quantities('observations'), await quantities('observation_history')]).toEqual([[5], [5]]);
  const { rows } = await sql`
    select 1 from notifications_taken n where n.tenant_id = ${account.tenantId}`.execute(accounts.db.global);
  expect(rows).toHaveLength(1);
});

test('a message that another worker overtakes while it is stored has its listing asked for', async () => {
  const { judging } = accounts.context();
  accounts.clock.advance(secondMs);
  const overtaken: JudgingFunctions = {
    ...judging,
    async ingest(tenantId, observations) {
      await accounts.take(stockOf(9));
      return judging.ingest(tenantId, observations);
    },
  };

  expect(await accounts.take({ ...stockOf(5), at: start }, { judging: overtaken })).toEqual(['reread']);

  expect(await quantities('observations')).toEqual([9]);
  expect(accounts.takeRereads()).toMatchObject([{ source: 'inventory-summaries', sku: notifiedSku }]);
});

const quantityOf = (Quantity: number) => ({
  type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  payload: {
    SellerId: account.sellerKey,
    MarketplaceId: 'ATVPDKIKX0DER',
    Sku: notifiedSku,
    FulfillmentChannelCode: 'DEFAULT',
    Quantity,
  },
});

const listingSeen = (given: Partial<ListingFacts>, observedAt: Date): readonly Observation[] => [
  { productId: account.productId, aspect: 'listing', sku: notifiedSku, facts: listingFacts(given), observedAt },
];

async function knownListing() {
  const { rows } = await sql<{ facts: ListingFacts }>`
    select o.facts
      from observations o
     where o.tenant_id = ${account.tenantId} and o.aspect = 'listing'`.execute(accounts.db.global);
  return rows[0]?.facts;
}

test.each([
  ['just now', 2],
  ['hours ago', 3 * hourMs],
])(
  'a quantity of %s does not bring back a status that another worker replaces while it is stored',
  async (_, agoMs) => {
    const { judging } = accounts.context();
    await judging.ingest(account.tenantId, listingSeen({}, start));
    accounts.clock.set(new Date(start.getTime() + minuteMs + agoMs));
    const at = new Date(start.getTime() + minuteMs);
    const overtaken: JudgingFunctions = {
      ...judging,
      async ingest(tenantId, observations) {
        await judging.ingest(tenantId, listingSeen({ status: [] }, new Date(at.getTime() - secondMs)));
        return judging.ingest(tenantId, observations);
      },
    };

    expect(await accounts.take({ ...quantityOf(5), at }, { judging: overtaken })).toEqual(['reread']);

    expect(await knownListing()).toEqual(listingFacts({ status: [] }));
    expect(accounts.takeRereads()).toMatchObject([{ source: 'listings-items', sku: notifiedSku }]);
  },
);

test('a quantity that comes hours after newer facts leaves them as they are, and its listing is not asked for', async () => {
  const { judging } = accounts.context();
  accounts.clock.advance(3 * hourMs);
  await judging.ingest(account.tenantId, listingSeen({ ownQuantity: 7 }, new Date(start.getTime() + hourMs)));

  expect(await accounts.take({ ...quantityOf(5), at: start })).toEqual(['observed']);

  expect(await knownListing()).toEqual(listingFacts({ ownQuantity: 7 }));
  expect(accounts.takeRereads()).toEqual([]);
});

/** Adds the same SKU in Canada to the account. Returns its product. */
async function sellInCanada(): Promise<string> {
  const { tenantId, sellerAccountId } = account;
  const given = { asin: 'B0SKILLET1', marketplace: 'CA', sellerAccountId } as const;
  const productId = await buildProduct(accounts.db, { tenant: account, judging: unwatched }, given);
  await accounts.db.tenant(tenantId, (tx) =>
    sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      values (${tenantId}, ${sellerAccountId}, 'CA', ${notifiedSku}, ${productId}, true)`.execute(tx),
  );
  return productId;
}

test('if the facts of one of two marketplaces are replaced while a quantity is stored, that listing is asked for', async () => {
  const { judging } = accounts.context();
  const inCanada = await sellInCanada();
  const here = listingSeen({}, start);
  await judging.ingest(account.tenantId, [...here, ...here.map((one) => ({ ...one, productId: inCanada }))]);
  accounts.clock.advance(minuteMs);
  const overtaken: JudgingFunctions = {
    ...judging,
    async ingest(tenantId, observations) {
      await judging.ingest(tenantId, listingSeen({ status: [] }, new Date(start.getTime() + secondMs)));
      return judging.ingest(tenantId, observations);
    },
  };
  const { type, payload } = quantityOf(5);

  const outcomes = await accounts.take(
    {
      type,
      payload: { ...payload, MarketplaceId: null },
      subscriptionId: account.subscription.concat('ANY_OFFER_CHANGED'),
    },
    { judging: overtaken },
  );

  expect(outcomes).toEqual(['reread']);
  expect(accounts.takeRereads()).toMatchObject([{ marketplace: 'US', productId: account.productId }]);
});
