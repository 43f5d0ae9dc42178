import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { sealedColumns, type SealedChannel } from './channel-queries.ts';

/** A channel that this process alone sends to, until then. */
export interface ClaimedChannel extends SealedChannel {
  readonly failures: number;
  readonly goneAnswers: number;
  readonly failingSince: Date | null;
}

export interface Claim {
  readonly by: string;
  readonly now: Date;
  readonly until: Date;
  /** What is older is given up, and need not be looked for. */
  readonly oldest: Date;
  readonly most: number;
}

/** Across tenants: channels for which something waits, that are to be reached, and that nobody is busy with. */
export async function claimChannels(db: Executor, { by, now, until, oldest, most }: Claim): Promise<ClaimedChannel[]> {
  const { rows } = await sql<ClaimedChannel>`
    with found as (
      select c.tenant_id, c.channel_id
        from channels c
       where c.is_on
         and c.stopped_at is null
         and (c.wait_until is null or c.wait_until <= ${now})
         and (c.busy_until is null or c.busy_until <= ${now})
         and exists (
               select 1
                 from deliveries d
                where d.tenant_id = c.tenant_id
                  and d.target_id = c.channel_id
                  and d.email_address_id = 0
                  and d.state = 'pending'
                  and d.next_attempt_at <= ${now}
                  and d.flip_at >= ${oldest}
             )
       limit ${most}
         for update of c skip locked
    )
    update channels c
       set busy_by = ${by},
           busy_until = ${until}
      from found f
     where c.tenant_id = f.tenant_id
       and c.channel_id = f.channel_id
    returning ${sealedColumns(now)},
              c.failures,
              c.gone_answers as "goneAnswers",
              c.failing_since as "failingSince"`.execute(db);
  return rows;
}

export interface ChannelKey {
  readonly tenantId: string;
  readonly channelId: string;
}

interface Held extends ChannelKey {
  readonly by: string;
}

/** False when somebody else has it, it was removed, or it was switched off meanwhile. */
export async function holdOn(tx: Tx, { tenantId, channelId, by }: Held, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update channels
       set busy_until = ${until}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}
       and busy_by = ${by}
       and is_on
       and stopped_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function letGo(tx: Tx, { tenantId, channelId, by }: Held): Promise<void> {
  await sql`
    update channels
       set busy_by = null,
           busy_until = null
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}
       and busy_by = ${by}`.execute(tx);
}
