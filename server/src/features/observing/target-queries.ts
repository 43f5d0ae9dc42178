import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { Target } from './sources/source.ts';
import type { SweepKey } from './sweep-queries.ts';

/** The next products after the one asked last, by ASIN. */
export async function listProductTargets(tx: Tx, key: SweepKey, page: TargetPage): Promise<readonly Target[]> {
  const { rows } = await sql<Target>`
    select p.product_id as "productId", p.asin, '' as sku
      from products p
     where p.tenant_id = ${key.tenantId}
       and p.seller_account_id = ${key.sellerAccountId}
       and p.marketplace = ${key.marketplace}
       and p.is_tracked
       and p.asin > ${page.after}
     order by p.asin
     limit ${page.most}`.execute(tx);
  return rows;
}

/** The next listings after the one asked last, by SKU. */
export async function listListingTargets(tx: Tx, key: SweepKey, page: TargetPage): Promise<readonly Target[]> {
  const { rows } = await sql<Target>`
    select p.product_id as "productId", p.asin, l.sku
      from listings l
      join products p
        on p.tenant_id = l.tenant_id
       and p.product_id = l.product_id
     where l.tenant_id = ${key.tenantId}
       and l.seller_account_id = ${key.sellerAccountId}
       and l.marketplace = ${key.marketplace}
       and p.is_tracked
       and l.sku > ${page.after}
     order by l.sku
     limit ${page.most}`.execute(tx);
  return rows;
}

interface TargetPage {
  readonly after: string;
  readonly most: number;
}
