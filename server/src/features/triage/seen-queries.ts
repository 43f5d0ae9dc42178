import { sql } from 'kysely';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { Tx } from '../../lib/db/db.ts';

/** Items that a caller names for a change. */
export interface NamedItems {
  readonly watchDogIds: readonly string[];
  /**
   * The date of each of these items that the caller has seen, in the same order; `null` for none. If absent, the items
   * are changed whatever has happened since.
   */
  readonly seen?: readonly (string | null)[] | undefined;
}

/**
 * Returns those of the items that have an issue now which the caller has not seen: their status or subject has changed
 * since. An item without a problem hides nothing from anybody and is never one of them.
 */
export async function findUnseen(
  tx: Tx,
  tenantId: string,
  { watchDogIds, seen = [] }: NamedItems,
): Promise<readonly string[]> {
  if (seen.length === 0) return [];
  // The dates are compared as numbers, because PostgreSQL does not know every year that the format allows.
  const seenMs = seen.map((date) => (date === null ? null : Date.parse(date)));
  const { rows } = await sql<{ itemId: string }>`
    select distinct i.item_id as "itemId"
      from unnest(${watchDogIds}::text[], ${seenMs}::numeric[]) as s (item_id, ms)
      join items i
        on i.item_id = s.item_id
     where i.tenant_id = ${tenantId}
       -- The list of keys makes the planner use the index: with the join alone it reads all items of the tenant.
       and i.item_id = any (${watchDogIds}::text[])
       and i.status in (${itemStatus.warning}, ${itemStatus.alert})
       and s.ms is distinct from extract(epoch from i.changed_at) * 1000`.execute(tx);
  return rows.map((row) => row.itemId);
}
