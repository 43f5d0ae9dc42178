import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

interface SetupFacts {
  readonly firstSellerAccountCreatedAt: Date | null;
  readonly anySellerAccountSetupCompleted: boolean;
}

export async function findSetupFacts(tx: Tx, tenantId: string): Promise<SetupFacts> {
  const { rows } = await sql<SetupFacts>`
    select min(s.created_at) as "firstSellerAccountCreatedAt",
           coalesce(bool_or(s.setup_completed_at is not null), false) as "anySellerAccountSetupCompleted"
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.deleted_at is null`.execute(tx);
  return rows[0] ?? { firstSellerAccountCreatedAt: null, anySellerAccountSetupCompleted: false };
}

interface SetupProgress {
  readonly trackedProducts: number;
  /** Tracked products with an observation of every aspect. */
  readonly checkedProducts: number;
}

/**
 * Counts the products that were checked completely, by seller account. Reads all observations, which is fast enough for
 * the set-up page but too slow for polling.
 */
export async function countProgress(
  tx: Tx,
  { tenantId, aspects }: { readonly tenantId: string; readonly aspects: readonly string[] },
): Promise<ReadonlyMap<string, SetupProgress>> {
  const { rows } = await sql<SetupProgress & { sellerAccountId: string }>`
    with observed as (
      select o.product_id
        from observations o
       where o.tenant_id = ${tenantId}
         and o.aspect = any (${[...aspects]}::text[])
       group by o.product_id
      having count(distinct o.aspect) = ${aspects.length}
    )
    select p.seller_account_id as "sellerAccountId",
           count(*)::int as "trackedProducts",
           count(o.product_id)::int as "checkedProducts"
      from products p
      left join observed o
        on o.product_id = p.product_id
     where p.tenant_id = ${tenantId}
       and p.is_tracked
     group by p.seller_account_id`.execute(tx);
  return new Map(rows.map((row) => [row.sellerAccountId, row]));
}
