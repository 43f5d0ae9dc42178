import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifiedAccounts } from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import { ExternalError } from '../../../../external/marketplace/external-error.ts';
import { runDue } from './run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

test('a pass that has had answers ends after fifty listings in a row that are refused alone', async () => {
  const account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId, productId } = account;
  await accounts.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      select ${tenantId}, ${sellerAccountId}, 'US', 'A' || n, ${productId}, true
        from generate_series(100, 199) n
      returning tenant_id`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, 'US', 'listings-items', ${start})`.execute(tx);
  });
  let isAnswered = true;
  const refused: string[] = [];
  const ctx = sweepingContext(accounts, {
    async searchListingsItems(_access, { skus }) {
      if (!isAnswered) {
        if (skus.length === 1) refused.push(...skus);
        throw new ExternalError('searchListingsItems', 'status 400', { isPermanent: true, status: 400 });
      }
      isAnswered = false;
      return { members: [], refusals: [] };
    },
  });
  const state = async () => {
    const { rows } = await sql<{ failures: number; reason: string | null }>`
      select s.failures, s.last_error as reason from sweeps s where s.tenant_id = ${tenantId}`.execute(
      accounts.db.global,
    );
    return rows[0];
  };

  for (let slices = 0; slices < 10 && (await state())?.failures === 0; slices += 1) {
    await runDue(ctx, { tenantId, sellerAccountId, marketplace: 'US', source: 'listings-items' }, signal);
  }

  expect(await state()).toEqual({ failures: 1, reason: 'listings-items: 50 questions in a row were refused' });
  expect(refused).toHaveLength(50);
});
