import { sql } from 'kysely';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Tx } from '../../lib/db/db.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';
import type { SellerKey } from './queries.ts';

interface NamedSeller {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly name: string;
  readonly nickName: string | null;
}

/**
 * Locks the account and, before it, its products in the order in which judging does. `null` if the account does not
 * exist any more.
 */
export async function lockWithProducts(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<NamedSeller | null> {
  await sql`
    select 1
      from products p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
     order by p.product_id
       for no key update`.execute(tx);
  const { rows } = await sql<NamedSeller>`
    select s.selling_partner_id as "sellingPartnerId", s.region, s.name, s.nick_name as "nickName"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.deleted_at is null
       for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Marks the account as deleted: from now on it is not swept, judged or announced, nothing about it is sent, and no
 * viewer may see it (`hiddenSellerAccountIds`). The worker deletes its rows later.
 */
export async function markDeleted(
  tx: Tx,
  { tenantId, sellerAccountId, now, version }: SellerKey & { readonly now: Date; readonly version: string },
): Promise<void> {
  await sql`
    update seller_accounts
       set deleted_at = ${now},
           version = ${version}::bigint
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
  announceWork('deletions');
  await sql`
    delete from selling_partners
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
  await sql`
    delete from connections
     where tenant_id = ${tenantId}
       and service = 'advertising'
       and subject = ${sellerAccountId}::text`.execute(tx);
  await sql`
    delete from sweeps
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}`.execute(tx);
  await sql`
    with untracked as (
      update products
         set is_tracked = false,
             version = ${version}::bigint
       where tenant_id = ${tenantId}
         and seller_account_id = ${sellerAccountId}
         and is_tracked
      returning product_id
    )
    update tracking_periods t
       -- As when a product stops being tracked, a period never ends before it begins.
       set tracked_to = greatest(${now}, t.tracked_from)
      from untracked u
     where t.tenant_id = ${tenantId}
       and t.product_id = u.product_id
       and t.tracked_to is null`.execute(tx);
}

/** Gives up the deliveries about the account's products that were not sent yet. */
export async function giveUpDeliveries(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<void> {
  await sql`
    update deliveries d
       set state = 'failed',
           last_error = 'The seller account was deleted'
      from flips f
      join products p
        on p.tenant_id = f.tenant_id
       and p.product_id = f.product_id
     where d.tenant_id = ${tenantId}
       and d.state in ('pending', 'held')
       and f.tenant_id = ${tenantId}
       and f.at = d.flip_at
       and f.flip_id = d.flip_id
       and p.seller_account_id = ${sellerAccountId}`.execute(tx);
}

/** Lists the accounts of a tenant that are not deleted yet. */
export async function listDeletable(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ sellerAccountId: string }>`
    select s.seller_account_id as "sellerAccountId"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.deleted_at is null
     order by s.seller_account_id`.execute(tx);
  return rows.map(({ sellerAccountId }) => sellerAccountId);
}

export async function listSessionsOfTenant(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ sessionHash: string }>`
    select s.session_hash as "sessionHash"
      from sessions s
     where s.tenant_id = ${tenantId}`.execute(tx);
  return rows.map(({ sessionHash }) => sessionHash);
}
