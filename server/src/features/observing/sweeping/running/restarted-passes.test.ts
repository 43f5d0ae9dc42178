import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import { OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../../../external/marketplace/marketplace.ts';
import { makeSweepDue } from '../pass-queries.ts';
import type { SweepKey } from '../sweep-queries.ts';
import { runDue } from './run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();

let account: NotifiedAccount;
let isOutOfQuota = false;
beforeEach(async () => {
  isOutOfQuota = false;
  account = await accounts.buildAccount();
  await authorize(accounts, account);
});

const keyOf = (source: string): SweepKey => {
  const { tenantId, sellerAccountId } = account;
  return { tenantId, sellerAccountId, marketplace: 'US', source };
};

/** Inserts the sweep of a source with a pass that has made progress. */
const underWay = (source: string, progress: object) =>
  accounts.db.tenant(account.tenantId, (tx) =>
    sql`
      insert into sweeps (
        tenant_id, seller_account_id, marketplace, source, due_at, pass_started_at, confirmed_at, cursor
      )
      values (
        ${account.tenantId}, ${account.sellerAccountId}, 'US', ${source}, ${start}, ${start},
        ${new Date(start.getTime() - hourMs)}, ${JSON.stringify({ everyMs: hourMs, ...progress })}::jsonb
      )`.execute(tx),
  );

async function sweepOf({ tenantId, source }: SweepKey) {
  const { rows } = await sql<{ confirmedAt: Date; everyMs: number }>`
    select s.confirmed_at as "confirmedAt", (s.cursor -> 'everyMs')::int as "everyMs"
      from sweeps s
     where s.tenant_id = ${tenantId} and s.source = ${source}`.execute(accounts.db.global);
  return rows[0];
}

/** Restarts the pass of the sweep, and runs a slice without quota and then one with quota. */
async function restartWithoutQuota(key: SweepKey, marketplace: Partial<Marketplace>): Promise<void> {
  const ctx = sweepingContext(accounts, marketplace);
  accounts.clock.advance(minuteMs);
  await accounts.db.tenant(key.tenantId, (tx) => makeSweepDue(tx, key, accounts.clock.now()));
  for (const isOut of [true, false]) {
    isOutOfQuota = isOut;
    await runDue(ctx, key, signal);
    accounts.clock.advance(minuteMs);
  }
}

/** Throws if there is no quota. */
function spend(operation: string): void {
  if (isOutOfQuota) throw new OutOfQuota(operation, accounts.clock.now());
}

test('a pass that was restarted begins at the first listing, also if there was no quota at first', async () => {
  const key = keyOf('listings-items');
  await underWay('listings-items', { after: notifiedSku, size: 20 });
  const asked: (readonly string[])[] = [];

  await restartWithoutQuota(key, {
    async searchListingsItems(_access, { skus }) {
      spend('searchListingsItems');
      asked.push(skus);
      return { members: [], refusals: [] };
    },
  });

  expect(asked).toEqual([[notifiedSku]]);
  expect((await sweepOf(key))?.confirmedAt).toEqual(new Date(start.getTime() + minuteMs));
});

test('a pass that was restarted requests its report anew, also if there was no quota at first', async () => {
  const key = keyOf('seller-feedback');
  await underWay('seller-feedback', { step: { asked: { US: 'old' }, taken: { US: 4 }, failures: {}, suspected: {} } });
  const asked: string[] = [];

  await restartWithoutQuota(key, {
    async createReport(_access, { reportType }) {
      spend('createReport');
      asked.push(reportType);
      return 'new';
    },
  });

  expect(asked).toEqual(['GET_SELLER_FEEDBACK_DATA']);
  expect(await sweepOf(key)).toEqual({ confirmedAt: new Date(start.getTime() - hourMs), everyMs: hourMs });
});
