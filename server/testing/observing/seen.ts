import { sql } from 'kysely';
import type { Aspect } from '@app/shared/watchdogs/facts/observations.ts';
import type { Db } from '../../src/lib/db/db.ts';

interface ObservationScope {
  readonly tenantId: string;
  readonly productId: string;
}

export interface SeenChange {
  readonly aspect: Aspect;
  readonly facts: unknown;
  readonly sku?: string;
  /** True if the history of this month was dropped, while the observations stay. */
  readonly isForgotten?: boolean;
}

/** Stores an observation and its history as observing does. */
export async function keepSeen(
  db: Db,
  { tenantId, productId }: ObservationScope,
  { at, aspect, facts, sku = 'SKU-1', isForgotten = false }: SeenChange & { readonly at: string },
): Promise<void> {
  const key = sql`${tenantId}, ${productId}, ${aspect}, ${sku}, ${JSON.stringify(facts)}::jsonb`;
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into observations as o (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
      values (${key}, ${at}, ${at}::timestamptz)
          on conflict (tenant_id, product_id, aspect, sku) do update
         set facts = excluded.facts, hash = excluded.hash, observed_at = excluded.observed_at`.execute(tx);
    if (isForgotten) return;
    await sql`
      insert into observation_history (tenant_id, product_id, aspect, sku, facts, observed_at)
      values (${key}, ${at}::timestamptz)`.execute(tx);
  });
}

/** Stores ranks of one day for these hours of the marketplace only. */
export async function keepRanks(
  db: Db,
  { tenantId, productId }: ObservationScope,
  { day, hours }: { readonly day: string; readonly hours: readonly number[] },
): Promise<void> {
  const ranks = Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 50 : 0));
  await db.tenant(tenantId, async (tx) => {
    await sql`update products set bsr_rank = 50 where product_id = ${productId}`.execute(tx);
    await sql`
      insert into rank_days (tenant_id, product_id, day, ranks)
      values (${tenantId}, ${productId}, ${day}, ${ranks}::int[])`.execute(tx);
  });
}
