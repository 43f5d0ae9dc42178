import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

export async function loadSettings(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, unknown>> {
  const { rows } = await sql<{ type: string; settings: unknown }>`
    /* prepared */
    select w.type, w.settings
      from watchdog_settings w
     where w.tenant_id = ${tenantId}`.execute(tx);
  return new Map(rows.map((row) => [row.type, row.settings]));
}
