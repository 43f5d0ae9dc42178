import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { Observation } from './observation.ts';

interface StoredFacts {
  readonly productId: string;
  readonly aspect: string;
  readonly sku: string;
}

/**
 * Leaves out the observations whose facts were completed with known ones that have been replaced since. Locks the known
 * facts, in the order in which news is written, until the observations that are left are stored.
 */
export async function leaveOutOvertaken(
  tx: Tx,
  tenantId: string,
  observations: readonly Observation[],
): Promise<readonly Observation[]> {
  const completing = observations.filter(({ completes }) => completes !== undefined);
  if (completing.length === 0) return observations;
  const { rows } = await sql<StoredFacts>`
    select o.product_id as "productId", o.aspect, o.sku
      from observations o
      join unnest(
             ${completing.map(({ productId }) => productId)}::bigint[],
             ${completing.map(({ aspect }) => aspect)}::text[],
             ${completing.map(({ sku }) => sku)}::text[],
             ${completing.map(({ completes }) => completes)}::text[]
           ) as c (product_id, aspect, sku, hash)
        on c.product_id = o.product_id
       and c.aspect = o.aspect
       and c.sku = o.sku
       and c.hash = o.hash
     where o.tenant_id = ${tenantId}
     order by o.product_id, o.aspect, o.sku
       for update of o`.execute(tx);
  const isLeft = ({ productId, aspect, sku, completes }: Observation): boolean =>
    completes === undefined ||
    rows.some((row) => row.productId === productId && row.aspect === aspect && row.sku === sku);
  return observations.filter(isLeft);
}
