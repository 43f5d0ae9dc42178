import { sql } from 'kysely';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';
import type { NewNames } from '../accounts/settings/settings-shapes.ts';

export interface SellerKey {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface AuthorizedSeller {
  readonly tenantId: string;
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly name: string;
  readonly nickName: string | null;
  readonly encryptedRefreshToken: string;
  readonly tokenLast6: string;
  readonly now: Date;
  readonly version: string;
}

interface KeptSellerAccount {
  readonly sellerAccountId: string;
  readonly name: string;
  readonly nickName: string | null;
  readonly isNew: boolean;
}

/**
 * Inserts a seller account or updates one that was authorised again. Its name and nickname stay unless new ones are
 * given.
 */
export async function upsertSellerAccount(tx: Tx, seller: AuthorizedSeller): Promise<KeptSellerAccount> {
  const { rows } = await sql<KeptSellerAccount>`
    insert into seller_accounts as s (
      tenant_id, selling_partner_id, region, name, nick_name, refresh_token, token_last6, created_at, authorized_at,
      version
    )
    values (
      ${seller.tenantId}, ${seller.sellingPartnerId}, ${seller.region}, ${seller.name}, ${seller.nickName},
      ${seller.encryptedRefreshToken}, ${seller.tokenLast6}, ${seller.now}, ${seller.now}, ${seller.version}
    )
    on conflict (tenant_id, selling_partner_id, region) where deleted_at is null do update
       set nick_name = coalesce(excluded.nick_name, s.nick_name),
           refresh_token = excluded.refresh_token,
           token_last6 = excluded.token_last6,
           authorized_at = excluded.authorized_at,
           expiry_told_days = null,
           version = excluded.version
    returning s.seller_account_id as "sellerAccountId",
              s.name,
              s.nick_name as "nickName",
              s.xmax = 0 as "isNew"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The seller account has no id');
  return row;
}

interface StoreIn {
  readonly marketplace: string;
  readonly storeName: string | null;
}

export async function upsertSellerMarketplaces(
  tx: Tx,
  { tenantId, sellerAccountId, stores }: SellerKey & { readonly stores: readonly StoreIn[] },
): Promise<void> {
  await sql`
    insert into seller_marketplaces (tenant_id, seller_account_id, marketplace, store_name)
    select ${tenantId}, ${sellerAccountId}, r.marketplace, r."storeName"
      from jsonb_to_recordset(${json(stores)}::jsonb) as r (marketplace text, "storeName" text)
    on conflict (tenant_id, seller_account_id, marketplace) do update
       set store_name = excluded.store_name`.execute(tx);
}

/** Returns the known marketplaces of an account. */
export async function findSellerMarketplaces(
  tx: Tx,
  { tenantId, sellerAccountId }: SellerKey,
): Promise<readonly string[]> {
  const { rows } = await sql<{ marketplace: string }>`
    select m.marketplace
      from seller_marketplaces m
     where m.tenant_id = ${tenantId}
       and m.seller_account_id = ${sellerAccountId}
     order by m.marketplace`.execute(tx);
  return rows.map(({ marketplace }) => marketplace);
}

/** Forgets marketplaces that the account has left. */
export async function forgetSellerMarketplaces(
  tx: Tx,
  { tenantId, sellerAccountId, marketplaces }: SellerKey & { readonly marketplaces: readonly string[] },
): Promise<void> {
  await sql`
    delete from seller_marketplaces
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and marketplace = any (${marketplaces}::text[])`.execute(tx);
}

/** Routes notifications about this seller to the tenant. */
export async function upsertSellingPartner(
  tx: Tx,
  seller: SellerKey & { readonly sellingPartnerId: string; readonly region: Region },
): Promise<void> {
  await sql`
    insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
    values (${seller.sellingPartnerId}, ${seller.region}, ${seller.tenantId}, ${seller.sellerAccountId})
    on conflict (selling_partner_id, region, tenant_id) do update
       set seller_account_id = excluded.seller_account_id`.execute(tx);
}

/** Makes a discovery due, which the planner starts at its next run. */
export async function makeDiscoveryDue(
  tx: Tx,
  { tenantId, sellerAccountId, now }: SellerKey & { readonly now: Date },
): Promise<void> {
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
    values (${tenantId}, ${sellerAccountId}, '', 'discovery', ${now})
    on conflict (tenant_id, seller_account_id, marketplace, source) do update
       set due_at = excluded.due_at,
           failures = 0,
           last_error = null`.execute(tx);
}

export interface StoredAccess {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly encryptedRefreshToken: string;
  readonly mayNeedReauthorization: boolean;
}

export async function findStoredAccess(tx: Tx, { tenantId, sellerAccountId }: SellerKey): Promise<StoredAccess | null> {
  const { rows } = await sql<StoredAccess>`
    /* prepared */
    select s.selling_partner_id as "sellingPartnerId",
           s.region,
           s.refresh_token as "encryptedRefreshToken",
           s.may_need_reauthorization as "mayNeedReauthorization"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = ${sellerAccountId}
       and s.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

export interface ListedSellerAccount {
  readonly sellerAccountId: string;
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly name: string;
  readonly nickName: string | null;
  readonly tokenLast6: string;
  readonly mayNeedReauthorization: boolean;
  readonly isSetUp: boolean;
  readonly hasAdvertising: boolean;
  readonly marketplaces: readonly string[];
}

interface AccountVisibility {
  readonly tenantId: string;
  readonly hiddenSellerAccountIds: readonly string[];
}

export async function listSellerAccounts(
  tx: Tx,
  { tenantId, hiddenSellerAccountIds }: AccountVisibility,
): Promise<readonly ListedSellerAccount[]> {
  const { rows } = await sql<ListedSellerAccount>`
    /* prepared */
    select s.seller_account_id as "sellerAccountId",
           s.selling_partner_id as "sellingPartnerId",
           s.region,
           s.name,
           s.nick_name as "nickName",
           s.token_last6 as "tokenLast6",
           s.may_need_reauthorization as "mayNeedReauthorization",
           s.setup_completed_at is not null as "isSetUp",
           exists (
             select 1
               from connections c
              where c.tenant_id = ${tenantId}
                and c.service = 'advertising'
                and c.subject = s.seller_account_id::text
                -- A connection with this state and no next try is broken until a person connects again.
                and not (c.state = 'error' and c.next_try_at is null)
           ) as "hasAdvertising",
           array(
             select m.marketplace
               from seller_marketplaces m
              where m.tenant_id = ${tenantId}
                and m.seller_account_id = s.seller_account_id
           ) as marketplaces
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.deleted_at is null
       and s.seller_account_id <> all (${[...hiddenSellerAccountIds]}::bigint[])
     order by s.seller_account_id`.execute(tx);
  return rows;
}

export async function renameSellers(tx: Tx, { tenantId, nickNames, version }: NewNames): Promise<void> {
  await sql`
    update seller_accounts s
       set nick_name = n.name,
           version = ${version}::bigint
      from unnest(${[...nickNames.keys()]}::bigint[], ${[...nickNames.values()]}::text[]) as n (id, name)
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = n.id`.execute(tx);
}

interface SoughtSeller extends AccountVisibility {
  readonly sellingPartnerId: string;
  readonly region: Region;
}

/** True if the viewer has access to an account of this seller. Each region is an account of its own. */
export async function hasSellerAccount(
  tx: Tx,
  { tenantId, hiddenSellerAccountIds, sellingPartnerId, region }: SoughtSeller,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.selling_partner_id = ${sellingPartnerId}
       and s.region = ${region}
       and s.deleted_at is null
       and s.seller_account_id <> all (${[...hiddenSellerAccountIds]}::bigint[])
     limit 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes authorisation requests of all tenants that were never finished. */
export async function forgetAuthorizationRequests(db: Executor, endedBefore: Date): Promise<void> {
  await sql`delete from authorization_requests where expires_at < ${endedBefore}`.execute(db);
}
