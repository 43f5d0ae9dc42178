import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secondMs } from '@app/shared/base/time.ts';
import { notifiedAccounts, notifiedSku } from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import type { Marketplace } from '../../../../external/marketplace/marketplace.ts';
import { reread } from '../../push/reread.ts';
import { runDue } from './run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

const usd = (amount: number) => ({ Amount: amount, CurrencyCode: 'USD' });

test('a fee that the marketplace failed to estimate is asked for again soon, at the same price, and others are not', async () => {
  const account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId, productId } = account;
  await accounts.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active, fee_reference_cents)
      values (${tenantId}, ${sellerAccountId}, 'US', 'FAILED', ${productId}, true, 2490),
             (${tenantId}, ${sellerAccountId}, 'US', 'REFUSED', ${productId}, true, 1990)
      returning tenant_id`.execute(tx);
    await sql`
      update listings set fee_reference_cents = 990 where tenant_id = ${tenantId} and sku = ${notifiedSku}`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, 'US', 'fees-estimates', ${start})`.execute(tx);
  });
  const asked: (readonly [string, number])[] = [];
  let isFailing = true;
  const getMyFeesEstimates: Marketplace['getMyFeesEstimates'] = (_access, { listings }) => {
    asked.push(...listings.map(({ sku, price }) => [sku, price.cents] as const));
    const refusals = [
      { subject: 'FAILED', reason: 'ServiceError', isTemporary: true as const },
      { subject: 'REFUSED', reason: 'ClientError' },
    ].filter(({ subject, isTemporary }) => listings.some(({ sku }) => sku === subject) && (isFailing || !isTemporary));
    const members = listings
      .filter(({ sku }) => !refusals.some(({ subject }) => subject === sku))
      .map(({ sku }) => ({ sku, estimate: { TotalFeesEstimate: usd(5), FeeDetailList: null } }));
    return Promise.resolve({ members, refusals });
  };
  const ctx = sweepingContext(accounts, { getMyFeesEstimates });
  await runDue(ctx, { tenantId, sellerAccountId, marketplace: 'US', source: 'fees-estimates' }, signal);
  const again = accounts.takeRereads();
  isFailing = false;
  asked.splice(0);

  await reread(ctx, again, signal);

  expect(again).toMatchObject([{ sku: 'FAILED', startAfter: new Date(start.getTime() + 5 * secondMs) }]);
  expect(asked).toEqual([['FAILED', 2490]]);
  expect(accounts.takeRereads()).toEqual([]);
  const { rows } = await sql`
    select o.sku from observations o
     where o.tenant_id = ${tenantId} and o.aspect = 'fees' order by o.sku`.execute(accounts.db.global);
  expect(rows).toEqual([{ sku: 'FAILED' }, { sku: notifiedSku }]);
});
