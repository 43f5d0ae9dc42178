import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { notifiedAccounts, type NotifiedAccount } from '../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../testing/observing/sweeping-account.ts';
import type { Marketplace } from '../../../external/marketplace/marketplace.ts';
import { runDue } from '../sweeping/running/run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const after = (ms: number): Date => new Date(start.getTime() + ms);
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

let account: NotifiedAccount;
beforeEach(async () => {
  account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId } = account;
  await accounts.db.tenant(tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
      values (${tenantId}, ${sellerAccountId}, '', 'discovery', ${after(hourMs)}, ${after(-hourMs)}),
             (${tenantId}, ${sellerAccountId}, '', 'order-history', ${after(hourMs)}, ${after(-hourMs)})`.execute(tx),
  );
});

/** A listing that is not known comes on sale. */
const comeOnSale = () =>
  accounts.take({
    type: 'LISTINGS_ITEM_STATUS_CHANGE',
    payload: { SellerId: account.sellerKey, MarketplaceId: 'ATVPDKIKX0DER', Sku: 'NEW', Status: ['BUYABLE'] },
  });

/** Runs the due discovery to its end. The function is called when the report on its listings is ready. */
async function discover(onReport: () => Promise<unknown> = async () => undefined): Promise<void> {
  const marketplace: Partial<Marketplace> = {
    participations: async () => [{ marketplace: 'US', storeName: null }],
    createReport: async () => 'report',
    async getReport() {
      await onReport();
      return { status: 'empty', documentId: null };
    },
  };
  const key = { tenantId: account.tenantId, sellerAccountId: account.sellerAccountId, marketplace: '' };
  await runDue(sweepingContext(accounts, marketplace), { ...key, source: 'discovery' }, signal);
}

async function nextDiscovery() {
  const { rows } = await sql<{ dueAt: Date; isUnderWay: boolean }>`
    select s.due_at as "dueAt", s.pass_started_at is not null as "isUnderWay"
      from sweeps s
     where s.tenant_id = ${account.tenantId} and s.source = 'discovery'`.execute(accounts.db.global);
  return rows[0];
}

test('a listing that comes on sale during a discovery, which may have missed it, is discovered five minutes after it', async () => {
  await comeOnSale();

  await discover(comeOnSale);

  expect(await nextDiscovery()).toEqual({ dueAt: after(5 * minuteMs), isUnderWay: false });
});

test('a discovery finds the listings that came on sale before it, and is not repeated for them', async () => {
  await comeOnSale();
  await discover(comeOnSale);
  accounts.clock.set(after(5 * minuteMs));

  await discover();

  expect(await nextDiscovery()).toEqual({ dueAt: after(5 * minuteMs + 24 * hourMs), isUnderWay: false });
});
