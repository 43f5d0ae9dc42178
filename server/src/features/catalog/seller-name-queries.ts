import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';

/** The name of a seller on a page of the marketplace. */
export interface SellerName {
  readonly sellerId: string;
  readonly name: string;
}

interface SeenNames {
  readonly sellers: readonly SellerName[];
  readonly at: Date;
}

/** Returns the names that are not stored yet, or were last stored more than a day ago. */
export async function findNamesToKeep(
  tx: Tx,
  tenantId: string,
  { sellers, at }: SeenNames,
): Promise<readonly (SellerName & { readonly isNew: boolean })[]> {
  const { rows } = await sql<SellerName & { isNew: boolean }>`
    select distinct on (s."sellerId") s."sellerId", s.name, n.name is distinct from s.name as "isNew"
      from jsonb_to_recordset(${json(sellers)}::jsonb) as s ("sellerId" text, name text)
      left join seller_names n
        on n.tenant_id = ${tenantId}
       and n.seller_id = s."sellerId"
     where n.name is distinct from s.name
        or n.seen_at < ${at}::timestamptz - interval '1 day'
     order by s."sellerId"`.execute(tx);
  return rows;
}

export async function saveSellerNames(tx: Tx, tenantId: string, { sellers, at }: SeenNames): Promise<void> {
  await sql`
    insert into seller_names as n (tenant_id, seller_id, name, seen_at)
    select ${tenantId}, s."sellerId", s.name, ${at}::timestamptz
      from jsonb_to_recordset(${json(sellers)}::jsonb) as s ("sellerId" text, name text)
     order by s."sellerId"
        on conflict (tenant_id, seller_id) do update
       set name = excluded.name,
           seen_at = excluded.seen_at`.execute(tx);
}

/** Returns the products with open items about these sellers. */
export async function listProductsAbout(tx: Tx, tenantId: string, sellerIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select distinct i.product_id as "productId"
      from items i
     where i.tenant_id = ${tenantId}
       and i.status in (1, 2)
       and i.removed_at is null
       and string_to_array(i.about, ', ') && ${sellerIds}::text[]`.execute(tx);
  return rows.map((row) => row.productId);
}

/** Selects the known names of these sellers, as a JSON array of pairs of id and name. */
export const namesOfSellers = (tenantId: string, sellerIds: readonly string[]) => sql`(
             select coalesce(json_agg(json_build_array(n.seller_id, n.name)), '[]')
               from seller_names n
              where n.tenant_id = ${tenantId}
                and n.seller_id = any (${sellerIds}::text[])
           )`;

/** Deletes the names of all tenants that no page has shown since an instant. */
export async function forgetSellerNames(db: Executor, before: Date): Promise<void> {
  await sql`delete from seller_names where seen_at < ${before}`.execute(db);
}
