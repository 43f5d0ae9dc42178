import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';

/**
 * Makes the search for a newly added keyword due immediately. Part of the caller's transaction. A pass under way starts
 * over, since it may be past the phrase; it does not repeat searches that it has made.
 */
export async function searchSoon(
  tx: Tx,
  tenantId: string,
  { productId, now }: { readonly productId: string; readonly now: Date },
): Promise<void> {
  await sql`
    update sweeps s
       set due_at = least(s.due_at, ${now}),
           pass_started_at = null
      from products p
     where s.tenant_id = ${tenantId}
       and s.source = 'new-search-pages'
       and p.tenant_id = ${tenantId}
       and p.seller_account_id = s.seller_account_id
       and p.marketplace = s.marketplace
       and p.product_id = ${productId}::bigint`.execute(tx);
  announceWork('sweeps');
}
