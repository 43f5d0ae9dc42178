import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';

/** An address or channel to which nothing is sent any more, for the owner's dashboard. */
export interface StoppedRecipient {
  readonly kind: 'address' | 'channel';
  /** The e-mail of the address, or the name of the channel. */
  readonly name: string;
}

export async function listStoppedRecipients(tx: Tx, tenantId: string): Promise<readonly StoppedRecipient[]> {
  const { rows } = await sql<StoppedRecipient>`
    /* prepared */
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
