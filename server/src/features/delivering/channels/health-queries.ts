import { sql } from 'kysely';
import type { Db, Tx } from '../../../lib/db/db.ts';
import { announceWork } from '../../../lib/jobs/work-bells.ts';
import type { ChannelHealth } from './channel-health.ts';
import type { ChannelKey } from './channel-queries.ts';

export interface FailingChannel extends ChannelHealth {
  readonly name: string;
  /** Whether the channel is a hook that a program has subscribed. */
  readonly isHook: boolean;
}

/** Whether the latest message of the channel has failed. */
export async function isFailing(db: Db, { tenantId, channelId }: ChannelKey): Promise<boolean> {
  const rows = await db.atOnce(
    tenantId,
    sql`
    /* prepared */
    select 1
      from channels c
     where c.tenant_id = ${tenantId}
       and c.channel_id = ${channelId}
       and c.failures > 0`,
  );
  return rows.length > 0;
}

/** Locks the channel's row, so that two answers of one channel are counted one after the other. */
export async function lockHealth(tx: Tx, { tenantId, channelId }: ChannelKey): Promise<FailingChannel | null> {
  const { rows } = await sql<FailingChannel>`
    select c.name,
           c.hook_event is not null as "isHook",
           c.failures,
           c.gone_answers as "goneAnswers",
           c.failing_since as "failingSince",
           c.wait_until as "waitUntil"
      from channels c
     where c.tenant_id = ${tenantId}
       and c.channel_id = ${channelId}
       for update`.execute(tx);
  return rows[0] ?? null;
}

export async function writeHealth(tx: Tx, { tenantId, channelId }: ChannelKey, health: ChannelHealth): Promise<void> {
  await sql`
    update channels
       set failures = ${health.failures},
           gone_answers = ${health.goneAnswers},
           failing_since = ${health.failingSince},
           wait_until = ${health.waitUntil}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

export async function stopChannel(
  tx: Tx,
  { tenantId, channelId }: ChannelKey,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<void> {
  await sql`
    update channels
       set stopped_at = ${now},
           stopped_reason = ${reason}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

/** Postpones the other messages of a channel after one of them failed. */
export async function postponeWaiting(tx: Tx, { tenantId, channelId }: ChannelKey, until: Date): Promise<void> {
  await sql`
    update messages
       set due_at = ${until}
     where tenant_id = ${tenantId}
       and target_id = ${channelId}
       and email_address_id is null
       and state = 'waiting'
       and due_at < ${until}`.execute(tx);
}

/** Makes the postponed messages of a channel due after it was reached again. */
export async function makeWaitingDue(tx: Tx, { tenantId, channelId }: ChannelKey, now: Date): Promise<void> {
  await sql`
    update messages
       set due_at = ${now}
     where tenant_id = ${tenantId}
       and target_id = ${channelId}
       and email_address_id is null
       and state = 'waiting'
       and due_at > ${now}`.execute(tx);
  announceWork('messages');
}
