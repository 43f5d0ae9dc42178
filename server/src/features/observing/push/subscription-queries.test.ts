import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
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

/** How long ago push was proven alive, in hours before the start. */
async function provenHoursAgo(): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select s.last_event_at as at
      from subscriptions s
     where s.tenant_id = ${account.tenantId} and s.notification_type = 'ACCOUNT_STATUS_CHANGED'`.execute(
    accounts.db.global,
  );
  return (start.getTime() - (rows[0]?.at?.getTime() ?? 0)) / hourMs;
}

const takeFrom = (hoursAgo: number) =>
  accounts.take({
    type: 'ACCOUNT_STATUS_CHANGED',
    payload: { accountStatusChangeNotification: { marketplaceId: 'ATVPDKIKX0DER', currentAccountStatus: 'NORMAL' } },
    subscriptionId: `${account.subscription}ACCOUNT_STATUS_CHANGED`,
    at: new Date(start.getTime() - hoursAgo * hourMs),
  });

test('a message proves push alive at the time of its event, and an older one that comes later takes nothing back', async () => {
  const proven: number[] = [];
  for (const hoursAgo of [6, 5, 7, -1]) {
    await takeFrom(hoursAgo);
    proven.push(await provenHoursAgo());
  }

  expect(proven).toEqual([6, 5, 5, 0]);
});
