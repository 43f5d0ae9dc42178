import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { listingFacts } from '../../../../testing/database/factories.ts';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../testing/observing/notified-accounts.ts';
import { setService } from '../../../../testing/service.ts';
import { createJudging } from '../../judging/ingest.ts';
import { makeSubscribingDue, makeSweepsDue } from './push-queries.ts';

const start = new Date('2026-06-15T12:00:03Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const accounts = notifiedAccounts(start);
const usMarketplaceId = 'ATVPDKIKX0DER';

let account: NotifiedAccount;
beforeEach(async () => {
  account = await accounts.buildAccount();
});

const quantityOf = (Quantity: number) => ({
  type: 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE',
  payload: {
    SellerId: account.sellerKey,
    MarketplaceId: usMarketplaceId,
    Sku: notifiedSku,
    FulfillmentChannelCode: 'DEFAULT',
    Quantity,
  },
});

const knowQuantity = (ownQuantity: number, observedAt: Date) =>
  createJudging(accounts).ingest(account.tenantId, [
    {
      productId: account.productId,
      aspect: 'listing',
      sku: notifiedSku,
      facts: listingFacts({ ownQuantity }),
      observedAt,
    },
  ]);

async function knownQuantity() {
  const { rows } = await sql<{ quantity: number; observedAt: Date }>`
    select (o.facts -> 'ownQuantity')::int as quantity, o.observed_at as "observedAt"
      from observations o
     where o.tenant_id = ${account.tenantId} and o.aspect = 'listing'`.execute(accounts.db.global);
  return rows[0];
}

test('a quantity that a later message has replaced by the known one is not taken when it comes after it', async () => {
  await knowQuantity(12, start);
  accounts.clock.advance(hourMs);

  expect(await accounts.take({ ...quantityOf(12), at: after(2 * minuteMs) })).toEqual(['nothing new']);
  await accounts.take({ ...quantityOf(5), at: after(minuteMs) });

  expect(await knownQuantity()).toEqual({ quantity: 12, observedAt: after(2 * minuteMs) });
});

test('a message of an unknown time that repeats known facts does not date them', async () => {
  await knowQuantity(12, start);
  accounts.clock.advance(minuteMs);

  await accounts.take({ ...quantityOf(12), at: after(hourMs) });

  expect(await knownQuantity()).toEqual({ quantity: 12, observedAt: start });
});

test('a message that repeats known facts and comes late does not date them back', async () => {
  await knowQuantity(12, start);
  accounts.clock.advance(hourMs);
  await accounts.take({ ...quantityOf(5), at: after(3 * minuteMs) });

  await accounts.take({ ...quantityOf(5), at: after(2 * minuteMs) });

  expect(await knownQuantity()).toEqual({ quantity: 5, observedAt: after(3 * minuteMs) });
});

test('facts that a later message has replaced by the known ones are not taken when they come after it', async () => {
  const stockOf = (Fulfillable: number) => ({
    type: 'FBA_INVENTORY_AVAILABILITY_CHANGES',
    payload: {
      SellerId: account.sellerKey,
      SKU: notifiedSku,
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
    },
  });
  accounts.clock.advance(hourMs);
  await accounts.take({ ...stockOf(12), at: start });

  for (const [quantity, minutes] of [
    [12, 2],
    [5, 1],
  ] as const)
    expect(await accounts.take({ ...stockOf(quantity), at: after(minutes * minuteMs) })).toEqual(['observed']);

  const { rows } = await sql`
    select (o.facts -> 'fulfillable')::int as quantity, o.observed_at as "observedAt"
      from observations o
     where o.tenant_id = ${account.tenantId} and o.aspect = 'stock'`.execute(accounts.db.global);
  expect(rows).toEqual([{ quantity: 12, observedAt: after(2 * minuteMs) }]);
});

test('messages ahead of the clock have their listings asked for together, at the end of ten seconds', async () => {
  await knowQuantity(12, start);

  for (const quantity of [5, 6]) await accounts.take({ ...quantityOf(quantity), at: after(hourMs) });

  const end = new Date('2026-06-15T12:00:10Z');
  expect(accounts.takeRereads()).toMatchObject([{ startAfter: end }, { startAfter: end }]);
});

test('a quantity is taken for its own SKU, although another one of the product has other facts', async () => {
  const facts = listingFacts({ ownQuantity: null, isFulfilledByAmazon: true });
  await createJudging(accounts).ingest(account.tenantId, [
    { productId: account.productId, aspect: 'listing', sku: 'BY-AMAZON', facts, observedAt: start },
  ]);
  await knowQuantity(12, start);
  accounts.clock.advance(hourMs);

  expect(await accounts.take({ ...quantityOf(5), at: after(minuteMs) })).toEqual(['observed']);
});

const setStatus = (status: string, more: { at: Date; marketplaceId?: string }) =>
  accounts.take({
    type: 'ACCOUNT_STATUS_CHANGED',
    payload: { accountStatusChangeNotification: { marketplaceId: more.marketplaceId, currentAccountStatus: status } },
    subscriptionId: `${account.subscription}ACCOUNT_STATUS_CHANGED`,
    at: more.at,
  });

async function statuses() {
  const { rows } = await sql<{ marketplace: string; status: string | null }>`
    select m.marketplace, m.account_status as status
      from seller_marketplaces m
     where m.tenant_id = ${account.tenantId}`.execute(accounts.db.global);
  return Object.fromEntries(rows.map(({ marketplace, status }) => [marketplace, status]));
}

test('a status of the account that comes after a later one changes nothing', async () => {
  accounts.clock.advance(hourMs);

  await setStatus('NORMAL', { at: after(2 * minuteMs) });
  await setStatus('DEACTIVATED', { at: after(minuteMs) });

  expect(await statuses()).toEqual({ US: 'NORMAL' });
});

test('a status of the account in one marketplace is noted for that one', async () => {
  await accounts.db.tenant(account.tenantId, (tx) =>
    sql`
      insert into seller_marketplaces (tenant_id, seller_account_id, marketplace)
      values (${account.tenantId}, ${account.sellerAccountId}, 'CA')`.execute(tx),
  );

  await setStatus('AT_RISK', { at: start, marketplaceId: usMarketplaceId });

  expect(await statuses()).toEqual({ US: 'AT_RISK', CA: null });
});

const later = after(6 * hourMs);

/** Inserts sweeps that are due later, with a pass under way. */
const planSweeps = (...sources: readonly string[]) =>
  accounts.db.tenant(account.tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, pass_started_at, cursor)
      select ${account.tenantId}, ${account.sellerAccountId}, '', s.source, ${later}, ${start}, '{"silentAt":"x"}'
        from unnest(${sources}::text[]) as s (source)
      returning tenant_id`.execute(tx),
  );

async function sweeps() {
  const { rows } = await sql<{ source: string; dueAt: Date; isUnderWay: boolean; cursor: unknown }>`
    select s.source, s.due_at as "dueAt", s.pass_started_at is not null as "isUnderWay", s.cursor
      from sweeps s
     where s.tenant_id = ${account.tenantId}
     order by s.source`.execute(accounts.db.global);
  return rows;
}
const dueTimes = async () => Object.fromEntries((await sweeps()).map(({ source, dueAt }) => [source, dueAt]));

test('a new listing on offer makes nothing but the discovery due', async () => {
  await planSweeps('discovery', 'listings-items');

  const payload = { SellerId: account.sellerKey, MarketplaceId: usMarketplaceId, Sku: 'NEW', Status: ['BUYABLE'] };
  expect(await accounts.take({ type: 'LISTINGS_ITEM_STATUS_CHANGE', payload })).toEqual(['discovery']);

  expect(await dueTimes()).toEqual({ discovery: start, 'listings-items': later });
});

test('the feed of orders is due five minutes after the first of several orders', async () => {
  await planSweeps('orders');
  const Summary = { MarketplaceId: usMarketplaceId, OrderStatus: 'Unshipped' };
  const payload = { OrderChangeNotification: { SellerId: account.sellerKey, Summary } };

  for (const seconds of [0, 30]) {
    accounts.clock.set(after(seconds * secondMs));
    await accounts.take({ type: 'ORDER_CHANGE', payload });
  }

  expect(await dueTimes()).toEqual({ orders: after(5 * minuteMs) });
});

test.each([
  ['begin anew if they may have gone past what was not announced', true],
  ['go on otherwise', false],
])('sweeps that are due instead of a message run in any case, and passes under way %s', async (_what, startsOver) => {
  await planSweeps('listings-items', 'orders');

  await accounts.db.tenant(account.tenantId, (tx) =>
    makeSweepsDue(tx, account, { sources: ['orders'], now: start, startsOver }),
  );

  expect(await sweeps()).toEqual([
    { source: 'listings-items', dueAt: later, isUnderWay: true, cursor: { silentAt: 'x' } },
    { source: 'orders', dueAt: start, isUnderWay: !startsOver, cursor: {} },
  ]);
});

test('a worker that starts makes subscribing due for tenants whose service is on', async () => {
  const [on, off] = [account, await accounts.buildAccount()];
  for (account of [on, off]) await planSweeps('subscriptions');
  await setService(accounts.db.global, off.tenantId, false);

  await makeSubscribingDue(accounts.db.global, start);

  expect(await dueTimes()).toEqual({ subscriptions: later });
  account = on;
  expect(await dueTimes()).toEqual({ subscriptions: start });
});
