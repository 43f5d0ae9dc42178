import { sql } from 'kysely';
import { aspectsOf } from '@app/shared/watchdogs/facts/observations.ts';
import { json, type Tx } from '../../lib/db/db.ts';
import type { ReportedListing } from './reports/listings-report.ts';

const listingAspects = aspectsOf('listing');

export interface AccountKey {
  readonly tenantId: string;
  readonly sellerAccountId: string;
}

interface ReportedListings extends AccountKey {
  readonly marketplace: string;
  readonly currency: string;
  readonly listings: readonly ReportedListing[];
  readonly now: Date;
  readonly version: string;
}

/**
 * Writes one product per ASIN, with the name of its active listing if it has one. A price that was observed since the
 * report is kept.
 */
export async function upsertProducts(tx: Tx, listed: ReportedListings): Promise<void> {
  await sql`
    with reported as (
      select r.asin,
             (array_agg(r.name order by r."isActive" desc, r.sku))[1] as name,
             min(r."priceCents") filter (where r."isActive") as price_cents,
             bool_or(r."isActive") as is_active
        from jsonb_to_recordset(${json(listed.listings)}::jsonb)
          as r (sku text, asin text, name text, "priceCents" bigint, "isActive" boolean)
       group by r.asin
    )
    insert into products as p (
      tenant_id, seller_account_id, marketplace, asin, name, price_cents, currency, is_active, inactive_since, is_tracked,
      version, created_at
    )
    select ${listed.tenantId}, ${listed.sellerAccountId}, ${listed.marketplace}, r.asin, r.name, r.price_cents,
           ${listed.currency}, r.is_active, case when not r.is_active then ${listed.now}::timestamptz end, false,
           ${listed.version}::bigint, ${listed.now}
      from reported r
     order by r.asin
        on conflict (tenant_id, seller_account_id, marketplace, asin) do update
       set name = excluded.name,
           price_cents = coalesce(p.price_cents, excluded.price_cents),
           is_active = excluded.is_active,
           inactive_since = case when not excluded.is_active then coalesce(p.inactive_since, excluded.inactive_since) end,
           version = excluded.version
     where (p.name, p.is_active) is distinct from (excluded.name, excluded.is_active)
        or (p.price_cents is null and excluded.price_cents is not null)`.execute(tx);
}

/**
 * Begins the inactive time of tracked products anew if their offer was back between two reports that call it inactive:
 * if a listing was observed on offer after it had been observed not to be. Otherwise the time of an earlier suspension
 * would count for the next one, which would then end the tracking before anybody has observed it.
 */
export async function restartInactivity(tx: Tx, { now, ...listed }: ReportedListings): Promise<void> {
  await sql`
    update products p
       set inactive_since = ${now}
     where p.tenant_id = ${listed.tenantId}
       and p.seller_account_id = ${listed.sellerAccountId}
       and p.marketplace = ${listed.marketplace}
       and p.is_tracked
       and not p.is_active
       and exists (
             select 1
               from observation_history h
              where h.tenant_id = ${listed.tenantId}
                and h.product_id = p.product_id
                and h.aspect = 'listing'
                and h.observed_at > p.inactive_since
                and h.facts -> 'status' ? 'BUYABLE'
                and (
                  select b.facts -> 'status' @> '[]' and not b.facts -> 'status' ? 'BUYABLE'
                    from observation_history b
                   where b.tenant_id = ${listed.tenantId}
                     and b.product_id = h.product_id
                     and b.aspect = h.aspect
                     and b.sku = h.sku
                     and b.observed_at < h.observed_at
                   order by b.observed_at desc
                   limit 1
                )
           )`.execute(tx);
}

export async function upsertListings(tx: Tx, listed: ReportedListings): Promise<void> {
  await sql`
    insert into listings as l (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
    select p.tenant_id, p.seller_account_id, p.marketplace, r.sku, p.product_id, r."isActive"
      from jsonb_to_recordset(${json(listed.listings)}::jsonb) as r (sku text, asin text, "isActive" boolean)
      join products p
        on p.tenant_id = ${listed.tenantId}
       and p.seller_account_id = ${listed.sellerAccountId}
       and p.marketplace = ${listed.marketplace}
       and p.asin = r.asin
     order by r.sku
        on conflict (tenant_id, seller_account_id, marketplace, sku) do update
       set product_id = excluded.product_id,
           is_active = excluded.is_active
     where (l.product_id, l.is_active) is distinct from (excluded.product_id, excluded.is_active)`.execute(tx);
}

/**
 * Deletes listings that the report no longer contains, or contains with another product, and the facts of all listings
 * that are gone: facts of one that an earlier report removed may have been recorded afterwards, from an answer under
 * way. Runs before products are locked, because recording locks in this order too. Returns the products that lost a
 * listing or facts.
 */
export async function removeUnlisted(
  tx: Tx,
  listed: Pick<ReportedListings, keyof AccountKey | 'marketplace' | 'listings'>,
) {
  const { rows } = await sql<{ productId: string }>`
    with listed as materialized (
      select r.sku, r.asin
        from jsonb_to_recordset(${json(listed.listings)}::jsonb) as r (sku text, asin text)
    ),
    gone as materialized (
      select l.product_id, l.sku
        from listings l
        join products p
          on p.tenant_id = l.tenant_id
         and p.product_id = l.product_id
       where l.tenant_id = ${listed.tenantId}
         and l.seller_account_id = ${listed.sellerAccountId}
         and l.marketplace = ${listed.marketplace}
         and not exists (select 1 from listed r where r.sku = l.sku and r.asin = p.asin)
    ),
    seen as materialized (
      select o.product_id, o.aspect, o.sku
        from observations o
        join products p
          on p.tenant_id = o.tenant_id
         and p.product_id = o.product_id
       where o.tenant_id = ${listed.tenantId}
         and o.aspect = any (${listingAspects}::text[])
         and p.seller_account_id = ${listed.sellerAccountId}
         and p.marketplace = ${listed.marketplace}
         and not exists (select 1 from listed r where r.sku = o.sku and r.asin = p.asin)
       order by o.product_id, o.aspect, o.sku
         for update of o
    ),
    unseen as (
      delete from observations o
       using seen s
       where o.tenant_id = ${listed.tenantId}
         and o.product_id = s.product_id
         and o.aspect = s.aspect
         and o.sku = s.sku
    ),
    removed as (
      delete from listings l
       using gone g
       where l.tenant_id = ${listed.tenantId}
         and l.seller_account_id = ${listed.sellerAccountId}
         and l.marketplace = ${listed.marketplace}
         and l.sku = g.sku
    )
    select g.product_id as "productId"
      from gone g
    union
    select s.product_id
      from seen s`.execute(tx);
  return rows.map((row) => row.productId);
}

/** Deactivates products without any listing. */
export async function deactivateUnlisted(tx: Tx, listed: ReportedListings): Promise<void> {
  await sql`
    update products p
       set is_active = false,
           inactive_since = ${listed.now},
           version = ${listed.version}::bigint
     where p.tenant_id = ${listed.tenantId}
       and p.seller_account_id = ${listed.sellerAccountId}
       and p.marketplace = ${listed.marketplace}
       and p.is_active
       and not exists (
             select 1
               from listings l
              where l.tenant_id = ${listed.tenantId}
                and l.product_id = p.product_id
           )`.execute(tx);
}

interface LeftMarketplaces extends AccountKey {
  readonly marketplaces: readonly string[];
  readonly now: Date;
  readonly version: string;
}

/**
 * Deactivates the products of marketplaces that the account has left, because no report will mention these products
 * again.
 */
export async function deactivateLeft(
  tx: Tx,
  { tenantId, sellerAccountId, marketplaces, now, version }: LeftMarketplaces,
): Promise<void> {
  await sql`
    update products
       set is_active = false,
           inactive_since = ${now},
           version = ${version}::bigint
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and marketplace = any (${marketplaces}::text[])
       and is_active`.execute(tx);
}

/** Completes the set-up of an account at its first discovery, which ends the set-up wizard. */
export async function completeSetup(
  tx: Tx,
  { tenantId, sellerAccountId, now, version }: AccountKey & { readonly now: Date; readonly version: string },
): Promise<void> {
  await sql`
    update seller_accounts
       set setup_completed_at = ${now},
           version = ${version}::bigint
     where tenant_id = ${tenantId}
       and seller_account_id = ${sellerAccountId}
       and setup_completed_at is null`.execute(tx);
}
