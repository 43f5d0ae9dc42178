import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { notifiedAccounts, type NotifiedAccount } from '../../../../testing/observing/notified-accounts.ts';
import { saveRefusal, saveSubscription } from './subscription-queries.ts';

const start = new Date('2026-06-15T12:00:00Z');
const accounts = notifiedAccounts(start);
const type = 'ANY_OFFER_CHANGED';

let account: NotifiedAccount;
beforeEach(async () => {
  account = await accounts.buildAccount();
});

test('a subscription that the daily check finds unchanged stays proven', async () => {
  const save = (subscriptionId: string) =>
    accounts.db.tenant(account.tenantId, (tx) =>
      saveSubscription(tx, { ...account, type, subscriptionId, now: accounts.clock.now() }),
    );
  const isProven = async () => {
    const { rows } = await sql`
      select 1 from subscriptions s
       where s.tenant_id = ${account.tenantId} and s.notification_type = ${type} and s.last_event_at is not null`.execute(
      accounts.db.global,
    );
    return rows.length > 0;
  };
  await sql`update subscriptions set last_event_at = ${start} where tenant_id = ${account.tenantId}`.execute(
    accounts.db.global,
  );

  expect([await save(`${account.subscription}${type}`), await isProven()]).toEqual([false, true]);
  expect([await save('another'), await isProven()]).toEqual([true, false]);
});

test('a type that the marketplace refuses is no longer proven alive, and is subscribed to anew when it is allowed', async () => {
  const count = async () => {
    const { rows } = await sql<{ subscriptions: number; refusals: number }>`
      select (select count(*)::int from subscriptions s
               where s.tenant_id = ${account.tenantId} and s.notification_type = ${type}) as subscriptions,
             (select count(*)::int from subscription_refusals r
               where r.tenant_id = ${account.tenantId} and r.notification_type = ${type}) as refusals`.execute(
      accounts.db.global,
    );
    return rows[0];
  };

  await accounts.db.tenant(account.tenantId, (tx) =>
    saveRefusal(tx, { ...account, type, reason: 'denied', now: start }),
  );
  expect(await count()).toEqual({ subscriptions: 0, refusals: 1 });
  await accounts.db.tenant(
    account.tenantId,
    async (tx) => void (await saveSubscription(tx, { ...account, type, subscriptionId: 'new', now: start })),
  );

  expect(await count()).toEqual({ subscriptions: 1, refusals: 0 });
});
