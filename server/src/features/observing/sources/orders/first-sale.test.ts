import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { ignoreDeath, mortalDb } from '../../../../../testing/database/mortal-db.ts';
import { notifiedAccounts, type NotifiedAccount } from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import type { Marketplace } from '../../../../external/marketplace/marketplace.ts';
import { runDue } from '../../sweeping/running/run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

let account: NotifiedAccount;
beforeEach(buildUnsold);

/** Builds an account with a product that was never sold and whose discovery is due in an hour. */
async function buildUnsold(): Promise<void> {
  account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId } = account;
  await accounts.db.tenant(tenantId, async (tx) => {
    await sql`update products set is_tracked = false where tenant_id = ${tenantId}`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${tenantId}, ${sellerAccountId}, '', 'discovery', ${after(hourMs)}, ${after(-hourMs)}),
             (${tenantId}, ${sellerAccountId}, '', 'orders', ${start}, ${after(-minuteMs)}),
             (${tenantId}, ${sellerAccountId}, '', 'order-history', ${start}, ${after(-24 * hourMs)})`.execute(tx);
  });
}

const placedAt = after(-hourMs);
const reportRow = {
  'amazon-order-id': '111-1',
  'purchase-date': placedAt.toISOString(),
  'last-updated-date': placedAt.toISOString(),
  'order-status': 'Shipped',
  'sales-channel': 'Amazon.com',
  asin: 'B0SKILLET1',
  'item-status': 'Shipped',
  quantity: '2',
  currency: 'USD',
  'item-price': '69.80',
  'promotion-ids': '',
};

/** A marketplace with one order. */
const marketplace: Partial<Marketplace> = {
  searchOrders: async () => ({
    orders: [
      {
        orderId: '111-1',
        marketplace: 'US',
        placedAt,
        updatedAt: placedAt,
        isCancelled: false,
        items: [{ asin: 'B0SKILLET1', units: 2, unitPriceCents: 3490, promotionIds: [] }],
      },
    ],
    refusals: [],
    nextToken: null,
  }),
  createReport: async () => 'report',
  getReport: async () => ({ status: 'done', documentId: 'document' }),
  downloadReport: async () => `${Object.keys(reportRow).join('\t')}\n${Object.values(reportRow).join('\t')}\n`,
};

const run = (source: string, ctx = sweepingContext(accounts, marketplace)) =>
  runDue(
    ctx,
    { tenantId: account.tenantId, sellerAccountId: account.sellerAccountId, marketplace: '', source },
    signal,
  );

async function discoveryDueAt() {
  const { rows } = await sql<{ dueAt: Date }>`
    select s.due_at as "dueAt"
      from sweeps s
     where s.tenant_id = ${account.tenantId} and s.source = 'discovery'`.execute(accounts.db.global);
  return rows[0]?.dueAt;
}

test('a product is tracked soon after its first sale, even if the process that reads the order is killed at any instant', async () => {
  const found: unknown[] = [];
  for (let transactions = 1, isKilled = true; isKilled; transactions += 1) {
    await buildUnsold();
    const { db, isDead } = mortalDb(accounts.db, transactions);
    await run('orders', { ...sweepingContext(accounts, marketplace), db }).catch(ignoreDeath);
    await run('orders');
    found.push(await discoveryDueAt());
    isKilled = isDead();
  }

  expect(found.length).toBeGreaterThan(4);
  expect(found).toEqual(found.map(() => start));
});

test('a first sale that only the nightly report tells makes the discovery due too', async () => {
  await run('order-history');
  accounts.clock.advance(5 * minuteMs);
  await run('order-history');

  expect(await discoveryDueAt()).toEqual(after(5 * minuteMs));
});
