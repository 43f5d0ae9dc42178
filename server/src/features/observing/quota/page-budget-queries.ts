import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import type { PageNeeds, PagePurpose } from './page-budget.ts';

/** Counts what the tenant needs pages for. Relies on the indexes products_tracked and items_keyword. */
export async function loadPageNeeds(tx: Tx, tenantId: string): Promise<PageNeeds> {
  const { rows } = await sql<PageNeeds>`
    select (select count(*)
              from products p
              join seller_accounts a
                on a.tenant_id = p.tenant_id
               and a.seller_account_id = p.seller_account_id
             where p.tenant_id = ${tenantId}
               and p.is_tracked
               and a.deleted_at is null
           )::int as products,
           (select count(distinct (p.seller_account_id, p.marketplace, i.settings ->> 'keyword'))
              from items i
              join products p
                on p.tenant_id = i.tenant_id
               and p.product_id = i.product_id
              join seller_accounts a
                on a.tenant_id = p.tenant_id
               and a.seller_account_id = p.seller_account_id
             where i.tenant_id = ${tenantId}
               and i.type = 'keyword'
               and i.removed_at is null
               and p.is_tracked
               and a.deleted_at is null
           )::int as keywords,
           t.page_credits_per_day as "ownAllowance"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { products: 0, keywords: 0, ownAllowance: 0 };
}

interface AllowanceDay {
  /** A day in UTC as `YYYY-MM-DD`. */
  readonly day: string;
  readonly purpose: PagePurpose;
}

/** Claims credits of the day, at most as many as are wanted and left. Safe to call from any number of processes. */
export async function claimCredits(
  tx: Tx,
  tenantId: string,
  { day, purpose, wanted, limit }: AllowanceDay & { readonly wanted: number; readonly limit: number },
): Promise<number> {
  await sql`
    insert into page_credits (tenant_id, day, purpose, used)
    values (${tenantId}, ${day}::date, ${purpose}, 0)
        on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ granted: number }>`
    with known as (
      select least(${wanted}::int, greatest(0, ${Math.floor(limit)}::int - c.used)) as granted
        from page_credits c
       where c.tenant_id = ${tenantId}
         and c.day = ${day}::date
         and c.purpose = ${purpose}
         for update
    )
    update page_credits c
       set used = c.used + k.granted,
           allowed = ${Math.floor(limit)}::int
      from known k
     where c.tenant_id = ${tenantId}
       and c.day = ${day}::date
       and c.purpose = ${purpose}
    returning k.granted`.execute(tx);
  return rows[0]?.granted ?? 0;
}

/** Corrects a claim by the credits that were spent. */
export async function settleCredits(
  tx: Tx,
  tenantId: string,
  { day, purpose, claimed, spent }: AllowanceDay & { readonly claimed: number; readonly spent: number },
): Promise<void> {
  if (claimed === spent) return;
  await sql`
    update page_credits
       set used = greatest(0, used + ${spent - claimed}::int)
     where tenant_id = ${tenantId}
       and day = ${day}::date
       and purpose = ${purpose}`.execute(tx);
}

/** Deletes the counts of past days of all tenants. */
export async function forgetPageCredits(db: Executor, before: Date): Promise<void> {
  await sql`delete from page_credits where day < ${before}::timestamptz::date`.execute(db);
}
