import { sql } from 'kysely';
import { minuteMs } from '@app/shared/base/time.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { announce } from '../../../lib/db/tenant-transaction.ts';
import { deletedSellerChannel } from '../../../lib/db/world-version.ts';

export interface DeletedAccount {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  readonly sellingPartnerId: string;
  readonly region: Region;
}

/**
 * Lists some deleted accounts. Runs across tenants; each account is claimed inside its tenant. Their choice changes with
 * each minute, so that accounts that cannot be deleted now, for example because their subscriptions cannot be ended, do
 * not hold up others.
 */
export async function listDeletedAccounts(db: Executor, now: Date): Promise<readonly DeletedAccount[]> {
  const minute = Math.floor(now.getTime() / minuteMs);
  const { rows } = await sql<DeletedAccount>`
    select a.tenant_id as "tenantId",
           a.seller_account_id as "sellerAccountId",
           a.selling_partner_id as "sellingPartnerId",
           a.region
      from seller_accounts a
     where a.deleted_at is not null
     order by md5(concat(a.seller_account_id, ' ', ${minute}::bigint)), a.tenant_id
     limit 20`.execute(db);
  return rows;
}

type AccountKey = Pick<DeletedAccount, 'tenantId' | 'sellerAccountId'>;

/** Claims a deleted account. Returns false if another process is deleting the account or has finished. */
export async function claimDeleted(tx: Tx, { tenantId, sellerAccountId }: AccountKey): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts a
     where a.tenant_id = ${tenantId}
       and a.seller_account_id = ${sellerAccountId}
       and a.deleted_at is not null
       for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Deletes up to this many products with all their data. Returns the number of deleted products. */
export async function deleteProducts(tx: Tx, { tenantId, sellerAccountId }: AccountKey, most: number): Promise<number> {
  const { rows } = await sql<{ productId: string }>`
    select p.product_id as "productId"
      from products p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
     order by p.product_id
     limit ${most}
       for update`.execute(tx);
  const productIds = rows.map(({ productId }) => productId);
  if (productIds.length > 0) await deleteWithSeries(tx, tenantId, productIds);
  return productIds.length;
}

/**
 * Deletes products and their rows in the tables partitioned by month, which have no foreign keys. Relies on the index
 * flips_item, because the flips of a product are found through its items.
 */
async function deleteWithSeries(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from flips f
       using items i
       where i.tenant_id = ${tenantId}
         and i.product_id = any (${productIds}::bigint[])
         and f.tenant_id = ${tenantId}
         and f.item_id = i.item_id
      returning f.at, f.flip_id
    )
    delete from deliveries d
     using gone g
     where d.tenant_id = ${tenantId}
       and d.flip_at = g.at
       and d.flip_id = g.flip_id`.execute(tx);
  await sql`
    delete from observation_history
     where tenant_id = ${tenantId}
       and product_id = any (${productIds}::bigint[])`.execute(tx);
  await keepTracking(tx, tenantId, productIds);
  await sql`
    delete from products
     where tenant_id = ${tenantId}
       and product_id = any (${productIds}::bigint[])`.execute(tx);
}

/** Keeps the periods during which products were tracked. They are billed even after the seller account is deleted. */
async function keepTracking(tx: Tx, tenantId: string, productIds: readonly string[]): Promise<void> {
  await sql`
    insert into ended_tracking (
      tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin
    )
    select t.tenant_id, t.product_id, t.tracked_from, coalesce(t.tracked_to, s.deleted_at),
           coalesce(s.nick_name, s.name), p.marketplace, p.asin
      from tracking_periods t
      join products p
        on p.tenant_id = t.tenant_id
       and p.product_id = t.product_id
      join seller_accounts s
        on s.tenant_id = p.tenant_id
       and s.seller_account_id = p.seller_account_id
     where t.tenant_id = ${tenantId}
       and t.product_id = any (${productIds}::bigint[])
       and t.tracked_from <= coalesce(t.tracked_to, s.deleted_at)
    returning 1`.execute(tx);
}

export interface KeptSubscription {
  readonly type: string;
  readonly subscriptionId: string;
}

export async function listSubscriptions(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
): Promise<readonly KeptSubscription[]> {
  const { rows } = await sql<KeptSubscription>`
    select s.notification_type as type, s.subscription_id as "subscriptionId"
      from subscriptions s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
     order by s.notification_type`.execute(tx);
  return rows;
}

/** True if any tenant still has this selling partner connected and so needs its subscriptions. */
export async function isHeardOf(
  db: Executor,
  { sellingPartnerId, region }: Pick<DeletedAccount, 'sellingPartnerId' | 'region'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from selling_partners s
     where s.selling_partner_id = ${sellingPartnerId}
       and s.region = ${region}
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Makes subscribing due for tenants that connected the seller while its subscriptions were being ended. */
export async function makeSubscribingDueFor(
  db: Executor,
  { sellingPartnerId, region, now }: Pick<DeletedAccount, 'sellingPartnerId' | 'region'> & { readonly now: Date },
): Promise<void> {
  await sql`
    update sweeps w
       set due_at = least(w.due_at, ${now})
      from selling_partners s
     where s.selling_partner_id = ${sellingPartnerId}
       and s.region = ${region}
       and w.tenant_id = s.tenant_id
       and w.seller_account_id = s.seller_account_id
       and w.source = 'subscriptions'`.execute(db);
}

/**
 * Gives the tenant's world a new epoch, so that each browser loads the whole world again: a delta could not name the
 * deleted products as removed, because nothing is left of them.
 */
export async function renewEpoch(tx: Tx, { tenantId, sellerAccountId }: AccountKey): Promise<void> {
  await sql`
    update tenants
       set world_epoch = md5(world_epoch || ${sellerAccountId}::text)
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Deletes the account itself and everything that names it, and announces it to the API processes. */
export async function deleteAccount(tx: Tx, { tenantId, sellerAccountId }: AccountKey): Promise<void> {
  const withoutIt = (column: string) => sql`array_remove(${sql.ref(column)}, ${sellerAccountId}::bigint)`;
  await sql`
    update email_addresses
       set hidden_seller_account_ids = ${withoutIt('hidden_seller_account_ids')},
           unsubscribed_seller_account_ids = ${withoutIt('unsubscribed_seller_account_ids')}
     where tenant_id = ${tenantId}
       and ${sellerAccountId}::bigint = any (hidden_seller_account_ids || unsubscribed_seller_account_ids)`.execute(tx);
  await sql`
    update channels
       set unsubscribed_seller_account_ids = ${withoutIt('unsubscribed_seller_account_ids')},
           hook_seller_account_ids = ${withoutIt('hook_seller_account_ids')}
     where tenant_id = ${tenantId}
       and ${sellerAccountId}::bigint = any (unsubscribed_seller_account_ids || hook_seller_account_ids)`.execute(tx);
  await sql`
    delete from sales_spreadsheets
     where tenant_id = ${tenantId}
       and ${sellerAccountId}::bigint = any (seller_account_ids)`.execute(tx);
  await sql`
    delete from seller_accounts
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
  announce(deletedSellerChannel, `${tenantId}:${sellerAccountId}`);
}

/** Deletes the periods of deleted products that ended before an instant, of all tenants. */
export async function forgetEndedTracking(db: Executor, before: Date): Promise<void> {
  await sql`delete from ended_tracking where tracked_to < ${before}`.execute(db);
}
