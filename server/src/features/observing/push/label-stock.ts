import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { Observation } from '../recording/observation.ts';
import { rereadListings, type NamedListing, type ResolvedConsequence } from './push-type.ts';

const source = 'inventory-summaries';

interface LabelMessage {
  readonly observations: readonly Observation[];
  readonly listings: readonly NamedListing[];
}

/**
 * Takes the units of one label as the stock of its SKU. If the SKU is known to have several labels, its listings are
 * read again instead: the source adds up all labels, whereas the last unit of an old label would look like the end of
 * the stock.
 */
export async function ofLabelStock(
  tx: Tx,
  tenantId: string,
  { observations, listings }: LabelMessage,
): Promise<ResolvedConsequence> {
  const { rows } = await sql`
    select 1
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${observations.map(({ productId }) => productId)}::bigint[])
       and o.aspect = 'stock'
       and o.sku = any (${observations.map(({ sku }) => sku)}::text[])
       and o.facts ? 'labels'
     limit 1`.execute(tx);
  return rows.length > 0 ? rereadListings(source, listings) : { outcome: 'observed', source, observations };
}
