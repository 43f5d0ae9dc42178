import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifiedAccounts, notifiedSku } from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import type { Db } from '../../../../lib/db/db.ts';
import { runDue } from './run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

/** Returns the database, and the uses of its transactions in their order. */
function recording(db: Db): { readonly db: Db; readonly uses: readonly string[] } {
  const uses: string[] = [];
  return {
    uses,
    db: {
      ...db,
      tenant: (...given) => (uses.push('several statements'), db.tenant(...given)),
      atOnce: (...given) => (uses.push('one statement'), db.atOnce(...given)),
    },
  };
}

test('a pass that finds nothing new takes the sweep, lists its targets once, keeps its progress and ends', async () => {
  const account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId } = account;
  await accounts.db.tenant(tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, 'US', 'listings-items', ${start})`.execute(tx),
  );
  const asked: (readonly string[])[] = [];
  const { db, uses } = recording(accounts.db);
  const ctx = sweepingContext(accounts, {
    searchListingsItems: (_access, { skus }) => {
      asked.push(skus);
      return Promise.resolve({ members: [], refusals: [] });
    },
  });

  await runDue({ ...ctx, db }, { tenantId, sellerAccountId, marketplace: 'US', source: 'listings-items' }, signal);

  expect(asked).toEqual([[notifiedSku]]);
  expect(uses).toEqual(['several statements', 'one statement', 'one statement', 'several statements']);
  const { rows } = await sql`
    select s.confirmed_at as "confirmedAt" from sweeps s where s.tenant_id = ${tenantId}`.execute(accounts.db.global);
  expect(rows).toEqual([{ confirmedAt: start }]);
});
