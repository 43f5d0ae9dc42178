import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';

export async function saveSettings(
  tx: Tx,
  tenantId: string,
  save: { type: string; settings: unknown; version: string },
): Promise<void> {
  await sql`
    insert into watchdog_settings as w (tenant_id, type, settings, version)
    values (${tenantId}, ${save.type}, ${json(save.settings)}::jsonb, ${save.version}::bigint)
        on conflict (tenant_id, type) do update
       set settings = excluded.settings,
           version = excluded.version`.execute(tx);
}

/**
 * Makes items of a kind due for judging, except those that still wait for their first facts. Rows are locked in the
 * order in which judging locks them. Waiting items are locked too: if one is being judged for the first time right now,
 * with the earlier settings, the lock waits for that verdict, and the item is then due as well.
 */
export async function judgeAgainAt(tx: Tx, tenantId: string, look: { type: string; at: Date }): Promise<void> {
  await sql`
    with locked as materialized (
      select i.item_id, i.status
        from items i
       where i.tenant_id = ${tenantId}
         and i.type = ${look.type}
         and i.removed_at is null
       order by i.item_id
         for update
    )
    update items i
       set again_at = ${look.at}
      from locked l
     where i.tenant_id = ${tenantId}
       and i.item_id = l.item_id
       and l.status <> 99`.execute(tx);
  announceWork('items');
}
