import { sql, type RawBuilder } from 'kysely';
import type { Colour } from '@app/shared/base/severity.ts';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** Facts of a product, listing or keyword, with the instant from which they held. */
export interface DatedFacts {
  readonly productId: string;
  readonly at: Date;
  readonly aspect: Aspect;
  readonly sku: string;
  readonly facts: unknown;
}

interface HistoryFilter {
  readonly productIds: readonly string[];
  readonly aspects: readonly Aspect[];
  readonly from: Date;
}

/**
 * Lists the history in the range of all facts that are stored now, and the last facts before the range. Reads the
 * primary key for one listing or keyword at a time. Facts that have not changed within the retention of history are in
 * `observations` only.
 */
export async function listSeen(
  tx: Tx,
  tenantId: string,
  { productIds, aspects, from }: HistoryFilter,
): Promise<readonly DatedFacts[]> {
  const { rows } = await sql<DatedFacts>`
    with kept as materialized (
      select o.product_id, o.aspect, o.sku, o.facts, o.observed_at
        from observations o
       where o.tenant_id = ${tenantId}
         and o.product_id = any (${productIds}::bigint[])
         and o.aspect = any (${aspects}::text[])
    )
    select k.product_id as "productId", h.observed_at as at, k.aspect, k.sku, h.facts
      from kept k
     cross join lateral (
       (select h.observed_at, h.facts
          from observation_history h
         where h.tenant_id = ${tenantId}
           and h.product_id = k.product_id
           and h.aspect = k.aspect
           and h.sku = k.sku
           and h.observed_at > ${from})
       union all
       (select h.observed_at, h.facts
          from observation_history h
         where h.tenant_id = ${tenantId}
           and h.product_id = k.product_id
           and h.aspect = k.aspect
           and h.sku = k.sku
           and h.observed_at <= ${from}
         order by h.observed_at desc
         limit 1)
       union all
       (select k.observed_at, k.facts
         where k.observed_at <= ${from})
     ) h
     order by h.observed_at, k.product_id, k.aspect, k.sku`.execute(tx);
  return rows;
}

interface PastFlip {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly watchDogId: string;
  readonly colour: Colour;
  readonly from: string | null;
  readonly to: string | null;
  readonly message: string | null;
}

/** Whether the plan of the tenant (`t`) includes the kind, and the kind is not hidden. */
const isKindShown = (type: RawBuilder<unknown>) => sql`
       ${type} <> all (t.suppressed_types)
       and coalesce((t.group_statuses ->> ${type})::int, 0) <> 21`;

/** The most flips that are read. Even a product that flips all the time has fewer in 120 days. */
const mostFlips = 1000;

/**
 * Lists flips, newest first, of kinds that the tenant's plan includes and that are not hidden. Relies on the indexes
 * items_product and flips_item.
 */
export async function listFlips(
  tx: Tx,
  tenantId: string,
  { productId, from }: { readonly productId: string; readonly from: Date },
): Promise<readonly PastFlip[]> {
  const { rows } = await sql<PastFlip>`
    select f.flip_id as id, f.at, f.type, f.item_id as "watchDogId", f.colour, f.from_text as "from", f.to_text as "to",
           f.message
      from flips f
      join tenants t
        on t.tenant_id = f.tenant_id
     where f.tenant_id = ${tenantId}
       and f.item_id = any (array(
             select i.item_id
               from items i
              where i.tenant_id = ${tenantId}
                and i.product_id = ${productId}::bigint
           ))
       and f.at >= ${from}
       and ${isKindShown(sql`f.type`)}
     order by f.at desc, f.flip_id desc
     limit ${mostFlips}`.execute(tx);
  return rows;
}

/** Lists the selling partner ids of the tenant. Offers of these ids are the tenant's own. */
export async function listSellerKeys(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select s.selling_partner_id as key
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.deleted_at is null`.execute(tx);
  return rows.map((row) => row.key);
}

export interface WatchedKeyword {
  readonly watchDogId: string;
  readonly keyword: string;
}

/** Lists the keywords of a product, unless the tenant's plan lacks them or they are hidden. */
export async function listKeywords(tx: Tx, tenantId: string, productId: string): Promise<readonly WatchedKeyword[]> {
  const { rows } = await sql<WatchedKeyword>`
    select i.item_id as "watchDogId", i.settings ->> 'keyword' as keyword
      from items i
      join tenants t
        on t.tenant_id = i.tenant_id
     where i.tenant_id = ${tenantId}
       and i.product_id = ${productId}::bigint
       and i.removed_at is null
       and i.settings ->> 'keyword' is not null
       and ${isKindShown(sql`i.type`)}
     order by char_length(i.item_id), i.item_id`.execute(tx);
  return rows;
}
