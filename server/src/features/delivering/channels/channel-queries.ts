import { sql } from 'kysely';
import type { ChannelKind } from '@app/shared/contract/channels.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockTenant } from '../../../lib/db/lock-tenant.ts';

export interface StoredChannel {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly addressHint: string;
  readonly alertSettings: AlertSettings;
  readonly unsubscribedSellerAccountIds: readonly string[];
  readonly isOn: boolean;
  readonly stoppedReason: string | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

export interface ChannelKey {
  readonly tenantId: string;
  readonly channelId: string;
}

/** A channel with the fields needed to send to it. */
export interface SealedChannel {
  readonly tenantId: string;
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly sealedAddress: string;
  readonly sealedSecret: string | null;
  /** The previous secret, which also signs until the receiver uses the new one. */
  readonly sealedOldSecret: string | null;
  readonly createdAt: Date;
  /** True if the channel is switched on and was not stopped after failures. */
  readonly isTold: boolean;
  /** Nothing is sent to the channel before this time, because it could not be reached. */
  readonly waitUntil: Date | null;
}

const columns = sql`
           c.channel_id as "channelId",
           c.kind,
           c.name,
           c.address_hint as "addressHint",
           c.alert_settings as "alertSettings",
           c.unsubscribed_seller_account_ids::text[] as "unsubscribedSellerAccountIds",
           c.is_on as "isOn",
           c.stopped_reason as "stoppedReason",
           c.failing_since as "failingSince",
           c.created_at as "createdAt"`;

/** Lists the channels that people have set up. */
export async function listStoredChannels(tx: Tx, tenantId: string): Promise<StoredChannel[]> {
  const { rows } = await sql<StoredChannel>`
    select ${columns}
      from channels c
     where c.tenant_id = ${tenantId}
       and c.hook_event is null
     order by c.channel_id`.execute(tx);
  return rows;
}

/** Makes calls that add a channel or a hook run one after the other, so that none counts before another has added. */
export async function lockChannelCount(tx: Tx, tenantId: string): Promise<void> {
  await lockTenant(tx, tenantId);
}

/** Counts the channels that people have set up. No other call adds one until the transaction ends. */
export async function lockAndCountChannels(tx: Tx, tenantId: string): Promise<number> {
  await lockChannelCount(tx, tenantId);
  const { rows } = await sql<{ channels: number }>`
    select count(*)::int as channels
      from channels c
     where c.tenant_id = ${tenantId}
       and c.hook_event is null`.execute(tx);
  return rows[0]?.channels ?? 0;
}

/** Locks the channel's row, so that two changes of one channel run one after the other. */
export async function lockChannel(tx: Tx, tenantId: string, channelId: string): Promise<StoredChannel | null> {
  const { rows } = await sql<StoredChannel>`
    select ${columns}
      from channels c
     where c.tenant_id = ${tenantId}
       and c.channel_id = ${channelId}
       and c.hook_event is null
       for update`.execute(tx);
  return rows[0] ?? null;
}

export async function findSealed(
  tx: Tx,
  { tenantId, channelId, now }: { readonly tenantId: string; readonly channelId: string; readonly now: Date },
): Promise<SealedChannel | null> {
  const { rows } = await sql<SealedChannel>`
    select c.tenant_id as "tenantId",
           c.channel_id as "channelId",
           c.kind,
           c.name,
           c.sealed_address as "sealedAddress",
           c.sealed_secret as "sealedSecret",
           case when c.old_secret_until > ${now} then c.sealed_old_secret end as "sealedOldSecret",
           c.created_at as "createdAt",
           c.is_on and c.stopped_at is null as "isTold",
           c.wait_until as "waitUntil"
      from channels c
     where c.tenant_id = ${tenantId}
       and c.channel_id = ${channelId}`.execute(tx);
  return rows[0] ?? null;
}

interface NewChannel {
  readonly tenantId: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly addressHint: string;
  readonly alertSettings: AlertSettings;
  readonly unsubscribedSellerAccountIds: readonly string[];
  readonly createdAt: Date;
}

/** Address and secret are written afterwards, because they are encrypted for the id of this row. */
export async function insertChannel(tx: Tx, channel: NewChannel): Promise<string> {
  const { rows } = await sql<{ channelId: string }>`
    insert into channels (
      tenant_id, kind, name, sealed_address, address_hint, alert_settings, unsubscribed_seller_account_ids, created_at
    )
    values (
      ${channel.tenantId}, ${channel.kind}, ${channel.name}, '', ${channel.addressHint},
      ${JSON.stringify(channel.alertSettings)}, ${channel.unsubscribedSellerAccountIds}, ${channel.createdAt}
    )
    returning channel_id as "channelId"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The new channel has no id');
  return row.channelId;
}

export async function writeAddress(
  tx: Tx,
  { tenantId, channelId, sealed, hint }: ChannelKey & { readonly sealed: string; readonly hint: string },
): Promise<void> {
  await sql`
    update channels
       set sealed_address = ${sealed},
           address_hint = ${hint}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

export async function writeSecret(
  tx: Tx,
  { tenantId, channelId, sealed, oldUntil }: ChannelKey & { readonly sealed: string; readonly oldUntil: Date },
): Promise<void> {
  await sql`
    update channels
       set sealed_old_secret = sealed_secret,
           old_secret_until = case when sealed_secret is not null then ${oldUntil}::timestamptz end,
           sealed_secret = ${sealed}
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

type Choices = Pick<StoredChannel, 'name' | 'alertSettings' | 'unsubscribedSellerAccountIds' | 'isOn'>;

/** A person's change clears the recorded failures, because the channel is then expected to work. */
export async function writeChoices(tx: Tx, { tenantId, channelId }: ChannelKey, choices: Choices): Promise<void> {
  await sql`
    update channels
       set name = ${choices.name},
           alert_settings = ${JSON.stringify(choices.alertSettings)},
           unsubscribed_seller_account_ids = ${choices.unsubscribedSellerAccountIds},
           is_on = ${choices.isOn},
           stopped_at = null,
           stopped_reason = null,
           failing_since = null,
           failures = 0,
           gone_answers = 0,
           wait_until = null
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

export async function deleteChannel(tx: Tx, { tenantId, channelId }: ChannelKey): Promise<void> {
  await sql`
    delete from channels
     where tenant_id = ${tenantId}
       and channel_id = ${channelId}`.execute(tx);
}

/** Deletes all channels of a tenant. Returns their ids, so that messages that wait for them can be given up. */
export async function deleteChannels(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ channelId: string }>`
    delete from channels
     where tenant_id = ${tenantId}
    returning channel_id as "channelId"`.execute(tx);
  return rows.map(({ channelId }) => channelId);
}

/** Gives up all messages that wait for a channel. A message being sent is settled by the process that sends it. */
export async function giveUpWaiting(tx: Tx, { tenantId, channelId }: ChannelKey, reason: string): Promise<void> {
  await sql`
    with given_up as (
      update messages
         set state = 'given up',
             last_error = ${reason}
       where tenant_id = ${tenantId}
         and target_id = ${channelId}
         and email_address_id is null
         and state = 'waiting'
      returning message_id
    )
    update deliveries
       set state = 'failed',
           last_error = ${reason}
     where tenant_id = ${tenantId}
       and target_id = ${channelId}
       and email_address_id = 0
       and state in ('pending', 'held')
       and (message_id is null or message_id in (select g.message_id from given_up g))`.execute(tx);
}

/** Returns how many of these seller accounts exist. */
export async function countSellers(tx: Tx, tenantId: string, sellerIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from seller_accounts s
     where s.tenant_id = ${tenantId}
       and s.seller_account_id = any (${sellerIds}::bigint[])`.execute(tx);
  return rows[0]?.count ?? 0;
}
