import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import { hashOf, type Observation } from '../recording/observation.ts';
import type { NamedTarget } from './push-type.ts';

/** Returns the observations that differ from the known facts, if those became known after the given time. */
export async function findContradicted(
  tx: Tx,
  tenantId: string,
  { observations, after }: { readonly observations: readonly Observation[]; readonly after: Date },
): Promise<readonly NamedTarget[]> {
  const { rows } = await sql<NamedTarget>`
    /* prepared */
    select o.product_id as "productId", p.asin, p.marketplace, o.sku
      from unnest(
             ${observations.map((told) => told.productId)}::bigint[],
             ${observations.map((told) => told.aspect)}::text[],
             ${observations.map((told) => told.sku)}::text[],
             ${observations.map((told) => hashOf(told.facts))}::text[]
           ) as t (product_id, aspect, sku, hash)
      join observations o
        on o.tenant_id = ${tenantId}
       and o.product_id = t.product_id
       and o.aspect = t.aspect
       and o.sku = t.sku
      join products p
        on p.tenant_id = o.tenant_id
       and p.product_id = o.product_id
     where o.hash <> t.hash
       and o.observed_at > ${after}`.execute(tx);
  return rows;
}

/** Returns the observations whose facts were completed with known ones that have been replaced since by others. */
export async function findOvertaken(
  tx: Tx,
  tenantId: string,
  observations: readonly Observation[],
): Promise<readonly NamedTarget[]> {
  const contradicted = await findContradicted(tx, tenantId, { observations, after: new Date(0) });
  const { rows } = await sql<{ productId: string; sku: string }>`
    select o.product_id as "productId", o.sku
      from observations o
     where o.tenant_id = ${tenantId}
       and o.product_id = any (${observations.map(({ productId }) => productId)}::bigint[])
       and o.aspect = any (${observations.map(({ aspect }) => aspect)}::text[])
       and o.hash = any (${observations.map(({ completes }) => completes ?? '')}::text[])`.execute(tx);
  return contradicted.filter(
    ({ productId, sku }) => !rows.some((row) => row.productId === productId && row.sku === sku),
  );
}
