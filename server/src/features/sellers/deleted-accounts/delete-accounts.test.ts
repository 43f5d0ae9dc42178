import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { buildTenant, catalogFacts } from '../../../../testing/database/factories.ts';
import { toldProduct } from '../../../../testing/mails/told-product.ts';
import { ExternalError } from '../../../external/marketplace/external-error.ts';
import { putSettings } from '../../triage/settings.ts';
import { deleteSeller } from '../delete-seller.ts';
import { deleteAccounts } from './delete-accounts.ts';

const { watched, tell, log } = toldProduct();
const { clock, observe } = watched;
const ended: string[] = [];
let answer: () => Promise<void>;

beforeEach(() => {
  ended.length = 0;
  answer = () => Promise.resolve();
});

/** Deletes the seller account as its owner does. */
const deleteIt = () =>
  deleteSeller(
    { db: watched.db, clock, dropSessions: () => undefined },
    watched.tenant.owner,
    watched.tenant.sellerAccountId,
  );

/** Deletes the rows of deleted accounts as a worker does. */
async function deleteRows(): Promise<void> {
  const marketplace = {
    deleteSubscription: (_region: string, { subscriptionId }: { readonly subscriptionId: string }) => {
      ended.push(subscriptionId);
      return answer();
    },
  };
  while (await deleteAccounts({ db: watched.db, clock, log: pino({ level: 'silent' }), marketplace }));
}

const isLeft = async (): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from seller_accounts where tenant_id = ${watched.tenant.tenantId}`.execute(watched.db.global);
  return rows.length > 0;
};

/** Inserts a subscription of this account to notifications about its seller. */
async function subscribe(): Promise<string> {
  const { tenantId, sellerAccountId } = watched.tenant;
  const subscriptionId = `subscription of ${sellerAccountId}`;
  await sql`
    insert into subscriptions (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
    values (${tenantId}, ${sellerAccountId}, 'ANY_OFFER_CHANGED', ${subscriptionId}, ${clock.now()})`.execute(
    watched.db.global,
  );
  return subscriptionId;
}

test('periods of tracking that ended before the deletion keep their end, and the last one ends with it', async () => {
  const { db, tenant, productId } = watched;
  const begun = clock.now();
  const [stopped, resumed] = [dayMs, 3 * dayMs].map((ms) => new Date(begun.getTime() + ms));
  await sql`delete from tracking_periods where tenant_id = ${tenant.tenantId}`.execute(db.global);
  await sql`
    insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
    values (${tenant.tenantId}, ${productId}, ${begun}, ${stopped}),
           (${tenant.tenantId}, ${productId}, ${resumed}, null)`.execute(db.global);
  clock.advance(9 * dayMs);
  const deletedAt = clock.now();

  await deleteIt();
  clock.advance(dayMs);
  await deleteRows();

  const { rows } = await sql`
    select e.tracked_from as "from", e.tracked_to as "to" from ended_tracking e
     where e.tenant_id = ${tenant.tenantId}
     order by 1`.execute(db.global);
  expect(rows).toEqual([
    { from: begun, to: stopped },
    { from: resumed, to: deletedAt },
  ]);
});

test('an alert that is held when its seller account is deleted is given up', async () => {
  await putSettings({ db: watched.db, clock }, watched.tenant.owner, {
    type: 'imageMissing',
    settings: { minimumMinutes: 15 },
  });
  await observe({ aspect: 'catalog', facts: catalogFacts({ images: [] }) });
  expect(await log()).toEqual([expect.stringMatching(/^held: /)]);

  await deleteIt();
  clock.advance(hourMs);

  expect(await tell()).toEqual([]);
  const { rows } = await sql`
    select d.state, d.last_error as reason from deliveries d
     where d.tenant_id = ${watched.tenant.tenantId}`.execute(watched.db.global);
  expect(rows).toEqual([{ state: 'failed', reason: 'The seller account was deleted' }]);
});

test('a seller whom another tenant has connected in another region is heard of no more', async () => {
  const { db, tenant } = watched;
  const subscriptionId = await subscribe();
  const neighbour = await buildTenant(db);
  await sql`
    insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
    values (${tenant.sellerKey}, 'EU', ${neighbour.tenantId}, ${neighbour.sellerAccountId})`.execute(db.global);

  await deleteIt();
  await deleteRows();

  expect(ended).toContain(subscriptionId);
});

test('hooks and channels name a deleted seller account no more, and a hook of it alone is not one of all accounts', async () => {
  const { db, tenant } = watched;
  const { tenantId, sellerAccountId } = tenant;
  const hooks = [`{${sellerAccountId},999999}`, `{${sellerAccountId}}`, null];
  for (const [index, sellerIds] of hooks.entries()) {
    await sql`
      insert into channels (
        tenant_id, kind, name, sealed_address, address_hint, created_at, hook_event, hook_seller_account_ids,
        unsubscribed_seller_account_ids, email_address_id
      )
      values (
        ${tenantId}, 'webhook', ${String(index)}, 'k1.x', 'x', ${clock.now()}, 'alertRaised', ${sellerIds}::bigint[],
        array[${sellerAccountId}, 999999]::bigint[], ${tenant.owner.emailAddressId}
      )`.execute(db.global);
  }

  await deleteIt();
  await deleteRows();

  const { rows } = await sql`
    select c.hook_seller_account_ids::text[] as "sellerIds", c.unsubscribed_seller_account_ids::text[] as unsubscribed
      from channels c
     where c.tenant_id = ${tenantId}
     order by c.name`.execute(db.global);
  const unsubscribed = ['999999'];
  expect(rows).toEqual([
    { sellerIds: ['999999'], unsubscribed },
    { sellerIds: [], unsubscribed },
    { sellerIds: null, unsubscribed },
  ]);
});

test.each([
  ['a subscription that does not exist any more counts as ended', 404, false],
  ['an account is kept until its subscriptions could be ended', 503, true],
])('%s', async (_what, status, isKept) => {
  await subscribe();
  answer = () => Promise.reject(new ExternalError('notifications', 'refused', { isPermanent: false, status }));

  await deleteIt();
  await deleteRows();

  expect(await isLeft()).toBe(isKept);
});

test('accounts whose subscriptions cannot be ended do not hold up the deletion of later ones', async () => {
  const { db, tenant } = watched;
  answer = () => Promise.reject(new ExternalError('notifications', 'refused', { isPermanent: false, status: 503 }));
  await sql`
    with earlier as (
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version,
        deleted_at
      )
      select ${tenant.tenantId}, 'A' || n, 'NA', 'Shop', 'k1.x', 'x', ${clock.now()}, ${clock.now()}, 1, ${clock.now()}
        from generate_series(1, 20) n
      returning seller_account_id
    )
    insert into subscriptions (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
    select ${tenant.tenantId}, e.seller_account_id, 'ANY_OFFER_CHANGED', 's' || e.seller_account_id, ${clock.now()}
      from earlier e
    returning 1`.execute(db.global);
  clock.advance(minuteMs);
  await deleteIt();

  for (let minutes = 0; minutes < 10; minutes += 1) {
    clock.advance(minuteMs);
    await deleteRows();
  }

  const { rows } = await sql`
    select 1 from seller_accounts
     where tenant_id = ${tenant.tenantId} and seller_account_id = ${tenant.sellerAccountId}`.execute(db.global);
  expect(rows).toEqual([]);
});
