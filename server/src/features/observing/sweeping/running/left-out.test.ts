import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, secondMs } from '@app/shared/base/time.ts';
import {
  notifiedAccounts,
  notifiedSku,
  type NotifiedAccount,
} from '../../../../../testing/observing/notified-accounts.ts';
import { authorize, sweepingContext } from '../../../../../testing/observing/sweeping-account.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { listingsItems } from '../../sources/listings/listings-items.ts';
import { runDue } from './run-due.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const { signal } = new AbortController();
let account: NotifiedAccount;

beforeEach(async () => {
  account = await accounts.buildAccount();
  await authorize(accounts, account);
  const { tenantId, sellerAccountId, productId } = account;
  await accounts.db.tenant(tenantId, async (tx) => {
    await sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      select ${tenantId}, ${sellerAccountId}, 'US', 'ABSENT-' || n, ${productId}, true
        from generate_series(10, 79) n
      returning tenant_id`.execute(tx);
    await sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
      values (${tenantId}, ${sellerAccountId}, 'US', 'listings-items', ${start})`.execute(tx);
  });
});

/** Runs the pass, whose answers tell about the notified listing only and take some time each. */
async function sweep(provenAt: Date, answerMs = 0): Promise<void> {
  const { tenantId, sellerAccountId } = account;
  await accounts.db.tenant(tenantId, (tx) =>
    sql`
      insert into subscriptions (
        tenant_id, seller_account_id, notification_type, subscription_id, created_at, last_event_at
      )
      select ${tenantId}, ${sellerAccountId}, t.type, t.type, ${start}, ${provenAt}
        from unnest(${[...listingsItems.announcedBy]}::text[]) as t (type)
          on conflict (tenant_id, seller_account_id, notification_type) do update
         set last_event_at = excluded.last_event_at`.execute(tx),
  );
  const swept = sweepingContext(accounts, {
    searchListingsItems: (_access, { skus, marketplaceId }) => {
      accounts.clock.advance(answerMs);
      const members = skus
        .filter((sku) => sku === notifiedSku)
        .map((sku) => ({
          sku,
          summaries: [{ marketplaceId, asin: null, status: ['DISCOVERABLE', 'BUYABLE'] }],
          issues: [],
          fulfillmentAvailability: [],
          relationships: null,
        }));
      return Promise.resolve({ members, refusals: [] });
    },
  });
  const notifications = { queueArn: 'arn' };
  const ctx = { ...swept, config: { ...swept.config, notifications } } as unknown as ObservingContext;
  await runDue(ctx, { tenantId, sellerAccountId, marketplace: 'US', source: 'listings-items' }, signal);
}

test('while push makes sweeps rare, listings that answers leave out are asked for again soon, one batch at most', async () => {
  await sweep(start);

  const again = accounts.takeRereads();
  expect(again).toHaveLength(listingsItems.batchSize);
  expect(again[0]).toEqual({
    tenantId: account.tenantId,
    sellerAccountId: account.sellerAccountId,
    marketplace: 'US',
    source: 'listings-items',
    productId: account.productId,
    asin: 'B0SKILLET1',
    sku: 'ABSENT-10',
    failures: 1,
    startAfter: new Date(start.getTime() + 5 * secondMs),
  });
  expect(again.map(({ sku }) => sku)).not.toContain(notifiedSku);
});

test('listings are asked for again in one batch at most also if answers come so slowly that they are stored in parts', async () => {
  await sweep(start, 6 * secondMs);

  expect(accounts.takeRereads()).toHaveLength(listingsItems.batchSize);
});

test('while push is silent, listings that answers leave out wait for the next pass', async () => {
  await sweep(new Date(start.getTime() - dayMs));

  expect(accounts.takeRereads()).toEqual([]);
});
