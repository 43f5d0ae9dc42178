import { sql, type RawBuilder } from 'kysely';
import { dayMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { webhook } from '@app/shared/transports/webhook.ts';
import type { Tx } from '../../../lib/db/db.ts';

/** Deliveries are held for at most seven days, the window of a change; one more day allows for delays. */
const longestHoldMs = 8 * dayMs;

/** The clocks of two workers differ by at most this time. */
const clockLeewayMs = dayMs;

/**
 * Limits a time to that of former flips whose deliveries may still be held. Apply it both to the flips and to their
 * deliveries: otherwise PostgreSQL would open the partition of every month of both series.
 */
const isPast = (at: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`${at} > ${new Date(now.getTime() - longestHoldMs)} and ${at} < ${new Date(now.getTime() + clockLeewayMs)}`;

export interface PastDelivery {
  readonly flipId: string;
  readonly recipient: string;
  readonly state: 'pending' | 'held' | 'sent' | 'failed' | 'dropped';
}

/** A flip of the last days with its deliveries. */
export interface PastFlip {
  readonly itemId: string;
  readonly at: Date;
  readonly fromStatus: number;
  readonly toStatus: number;
  /** The subject of the problem, such as a rival. */
  readonly about: string | null;
  /** Whether it was news for nobody, because the item was muted, for example. */
  readonly isSilent: boolean;
  readonly deliveries: readonly PastDelivery[];
}

/** The text that identifies a recipient within a tenant: an address by mail, all its browsers, or a channel. */
export const recipientKey = sql`
      case when d.email_address_id = 0 then 'channel ' || d.target_id else d.channel || ' ' || d.email_address_id end`;

/** Returns the former flips of these items, newest first. Call it with the items locked. */
export async function loadPast(
  tx: Tx,
  tenantId: string,
  { itemIds, now }: { readonly itemIds: readonly string[]; readonly now: Date },
): Promise<PastFlip[]> {
  const { rows } = await sql<PastFlip>`
    /* prepared */
    select f.item_id as "itemId",
           f.at,
           f.from_status as "fromStatus",
           f.to_status as "toStatus",
           f.about,
           f.is_silent as "isSilent",
           (
             select coalesce(
                      json_agg(json_build_object('flipId', d.flip_id::text, 'recipient', ${recipientKey}, 'state', d.state)),
                      '[]'
                    )
               from deliveries d
              where d.tenant_id = ${tenantId}
                and d.flip_at = f.at
                and d.flip_id = f.flip_id
                and ${isPast(sql`d.flip_at`, now)}
           ) as deliveries
      from flips f
     where f.tenant_id = ${tenantId}
       and f.item_id = any (${itemIds}::text[])
       and ${isPast(sql`f.at`, now)}
     order by f.at desc, f.flip_id desc`.execute(tx);
  return rows;
}

/**
 * The beginning of a problem is looked up among the flips of at most this many days, so that few partitions are read.
 */
const longestProblemMs = 90 * dayMs;

/**
 * Returns the first flips of the present problems of these items that began before the flips that `loadPast` returns, if
 * all flips of the problem were news for nobody.
 */
export async function loadSilentBeginnings(
  tx: Tx,
  tenantId: string,
  { itemIds, now }: { readonly itemIds: readonly string[]; readonly now: Date },
): Promise<PastFlip[]> {
  const since = new Date(now.getTime() - longestProblemMs);
  const { rows } = await sql<PastFlip>`
    select b.item_id as "itemId",
           b.at,
           b.from_status as "fromStatus",
           b.to_status as "toStatus",
           b.about,
           b.is_silent as "isSilent",
           '[]'::json as deliveries
      from unnest(${itemIds}::text[]) as ended (item_id)
     cross join lateral (
             select f.item_id, f.at, f.from_status, f.to_status, f.about, f.is_silent
               from flips f
              where f.tenant_id = ${tenantId}
                and f.item_id = ended.item_id
                and f.at > ${since}
                and f.at <= ${now}
                and f.from_status not in (${itemStatus.warning}, ${itemStatus.alert})
              order by f.at desc, f.flip_id desc
              limit 1
           ) b
     where b.to_status <> ${itemStatus.ok}
       and not exists (
             select 1
               from flips told
              where told.tenant_id = ${tenantId}
                and told.item_id = b.item_id
                and told.at >= b.at
                and told.at > ${since}
                and told.at <= ${now}
                and not told.is_silent
           )`.execute(tx);
  return rows;
}

/**
 * Drops deliveries about the end of these items' problems that were not sent yet, because the problems are back and
 * people never knew that they had ended. Webhooks and hooks of programs get each event. Call it before `loadPast`, so
 * that an end that another process is just putting into a message counts as told.
 */
export async function dropUntoldEnds(
  tx: Tx,
  tenantId: string,
  { itemIds, now }: { readonly itemIds: readonly string[]; readonly now: Date },
): Promise<void> {
  await sql`
    /* prepared */
    update deliveries as d
       set state = 'dropped',
           last_error = 'The problem came back before its end was told'
      from flips f
     where f.tenant_id = ${tenantId}
       and f.item_id = any (${itemIds}::text[])
       and ${isPast(sql`f.at`, now)}
       and f.to_status = ${itemStatus.ok}
       and d.tenant_id = ${tenantId}
       and d.flip_at = f.at
       and d.flip_id = f.flip_id
       and ${isPast(sql`d.flip_at`, now)}
       and d.state = 'pending'
       and d.message_id is null
       and d.channel <> ${webhook.id}`.execute(tx);
}

export interface EndedHold {
  readonly flipAt: Date;
  readonly flipId: string;
  readonly reason: string;
}

/** Drops the held deliveries of these flips; the delivery log shows the reason. */
export async function dropHeld(tx: Tx, tenantId: string, ended: readonly EndedHold[]): Promise<void> {
  await sql`
    update deliveries as d
       set state = 'dropped',
           last_error = e.reason
      from unnest(
             ${ended.map(({ flipAt }) => flipAt)}::timestamptz[],
             ${ended.map(({ flipId }) => flipId)}::bigint[],
             ${ended.map(({ reason }) => reason)}::text[]
           ) as e (flip_at, flip_id, reason)
     where d.tenant_id = ${tenantId}
       and d.flip_at = e.flip_at
       and d.flip_id = e.flip_id
       and d.state = 'held'`.execute(tx);
}

/** The silence about an unstable item, which changes often between ok and a problem. Each such change is a turn. */
export interface Calm {
  readonly itemId: string;
  /** The time from which people are no longer told of the item's turns. */
  readonly calmedAt: Date;
  /** How often the item became stable and then unstable again, since it last had no turn for a week. */
  readonly pauses: number;
  /** Nobody is told of the turns of the item before this time. */
  readonly until: Date;
  /** False for the flip whose message tells people that the item is unstable. */
  readonly isHeld: boolean;
  /** The sentence about the silence in the message of the flip; `null` if the message contains none. */
  readonly words: string | null;
}

/** Notes until when nobody is told of the turns of these items. */
export async function writeCalms(tx: Tx, tenantId: string, calms: readonly Calm[]): Promise<void> {
  await sql`
    update items as i
       set calmed_at = c.calmed_at,
           calm_until = c.calm_until,
           calm_pauses = c.pauses
      from unnest(
             ${calms.map(({ itemId }) => itemId)}::text[],
             ${calms.map(({ calmedAt }) => calmedAt)}::timestamptz[],
             ${calms.map(({ until }) => until)}::timestamptz[],
             ${calms.map(({ pauses }) => pauses)}::smallint[]
           ) as c (item_id, calmed_at, calm_until, pauses)
     where i.tenant_id = ${tenantId}
       and i.item_id = c.item_id`.execute(tx);
}
