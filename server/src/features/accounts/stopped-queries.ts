import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';

/** Where nothing is sent any more, for the owner's dashboard. */
export interface Stopped {
  readonly kind: 'address' | 'channel';
  /** The address, or the name of the channel. */
  readonly name: string;
}

export async function listStopped(tx: Tx, tenantId: string): Promise<readonly Stopped[]> {
  const { rows } = await sql<Stopped>`
    select 'address' as kind, e.email as name
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.stopped_at is not null
     union all
    select 'channel', c.name
      from channels c
     where c.tenant_id = ${tenantId}
       and c.stopped_at is not null
     order by 1, 2`.execute(tx);
  return rows;
}
