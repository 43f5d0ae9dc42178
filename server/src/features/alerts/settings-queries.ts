import { sql } from 'kysely';
import { json, type Tx } from '../../lib/db/db.ts';

export async function loadSettings(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await sql<{ type: string; settings: unknown }>`
    select w.type, w.settings
      from watchdog_settings w
     where w.tenant_id = ${tenantId}`.execute(tx);
  return new Map(rows.map((row) => [row.type, row.settings]));
}

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

/** Items that were never looked at wait for their first facts. */
export async function lookAgainAt(tx: Tx, tenantId: string, look: { type: string; at: Date }): Promise<void> {
  await sql`
    update items
       set again_at = ${look.at}
     where tenant_id = ${tenantId}
       and type = ${look.type}
       and status <> 99
       and removed_at is null`.execute(tx);
}
