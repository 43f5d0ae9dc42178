import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';
import type { FactsState } from './known-facts.ts';

/** An item whose verdict awaits another observation of the aspects that its kind reads. */
export interface AwaitingItem {
  readonly productId: string;
  readonly type: string;
}

interface FollowQuery {
  readonly productIds: readonly string[];
  /** The version up to which this process has read the tenant's changes; `null` if it has read none. */
  readonly since: string | null;
}

interface Row {
  readonly version: string;
  readonly serverSince: string;
  readonly movedProductIds: readonly string[];
  readonly awaiting: readonly string[];
}

/**
 * Returns the products whose facts were written since the version, and the items of these products that await a check.
 * It is one statement, so that both are of one instant. Versions of a tenant are committed in order, so no transaction
 * with an earlier version than the returned one can still commit.
 */
export async function followFacts(
  db: Executor,
  tenantId: string,
  { productIds, since }: FollowQuery,
): Promise<FactsState & { readonly awaiting: readonly AwaitingItem[] }> {
  const { rows } = await sql<Row>`
    /* prepared */
    select t.world_version as version,
           pg_postmaster_start_time()::text as "serverSince",
           array(
             select p.product_id::text
               from products p
              where p.tenant_id = ${tenantId}
                -- Implied by the next condition, because a row's version is never earlier than its facts_version. It
                -- makes the index on version usable.
                and p.version > ${since}::bigint
                and p.facts_version > ${since}::bigint
           ) as "movedProductIds",
           array(
             select distinct a.product_id || ' ' || a.type
               from items a
              where a.tenant_id = ${tenantId}
                and a.product_id = any (${`{${productIds.join(',')}}`}::bigint[])
                and a.awaits_check
           ) as awaiting
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no tenant ${tenantId}`);
  return { ...row, awaiting: row.awaiting.map(awaitingItem) };
}

function awaitingItem(text: string): AwaitingItem {
  const [productId = '', type = ''] = text.split(' ');
  return { productId, type };
}
