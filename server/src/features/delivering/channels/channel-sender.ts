import { hourMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { afterFailure, healthy, keptForMs, reasonToStop, type Failure } from './channel-health.ts';
import type { ChannelNews } from '../transports/channel-news.ts';
import { mostChannels } from './channels.ts';
import { deleteChannel, findSealed, giveUpWaiting, type ChannelKey, type SealedChannel } from './channel-queries.ts';
import {
  isFailing,
  lockHealth,
  makeWaitingDue,
  postponeWaiting,
  stopChannel,
  writeHealth,
  type FailingChannel,
} from './health-queries.ts';
import { openChannel, sendToChannel } from './send-to-channel.ts';
import { notWanted } from '../composing/alert/delivery-eligibility.ts';
import type { ClaimedMessage, PreparedMessage } from '../outbox/message.ts';
import { patience } from '../outbox/claim-queries.ts';
import { enqueueNotice } from '../outbox/notice.ts';
import { usual, type Conclusion, type Sender } from '../outbox/sender.ts';
import type { ChannelTransport } from '../transports/channel-transport.ts';

export type ChannelContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'keys' | 'config' | 'publicFetch'>;

/** Loads the content of a message that its channel may still receive. */
interface PostLoader {
  alerts(message: ClaimedMessage): Promise<readonly ChannelNews[]>;
  /** Returns the body of an event of the account; `null` if the channel may not know of it. */
  event(message: ClaimedMessage): Promise<string | null>;
}

/** Sends to the channels of one transport. A channel's messages arrive in the order of their flips. */
export function createChannelSender(ctx: ChannelContext, transport: ChannelTransport, load: PostLoader): Sender {
  return {
    transport: transport.declaration.id,
    limits: {
      atOnce: 128,
      // A channel takes one message at a time, so that none of a tenant's channels waits for another one.
      perTenant: mostChannels,
      perHost: 64,
      keepsOrder: true,
      deadlineMs: 12_000,
      backoff: { firstMs: 30_000, longestMs: hourMs },
      // Attempts are not counted; they end when the alerts are too old.
      mostAttempts: Infinity,
    },
    prepare: (message) => prepare(ctx, message, { transport, load }),
    async conclude(tx, message, failure) {
      const { tenantId, targetId } = message;
      // A test reports its result to the person who asked for it and does not change the channel's health.
      if (targetId === null || message.purpose === 'test') return usual;
      const key = { tenantId, channelId: targetId };
      const channel = await lockHealth(tx, key);
      if (!channel) return usual;
      if (failure.outcome === 'refused') {
        if (channel.failures > 0) await heal(ctx, tx, key);
        return usual;
      }
      return concludeFailure(ctx, tx, { ...key, channel, failure, attempts: message.attempts });
    },
    async noteSuccess({ tenantId, targetId, purpose }) {
      if (targetId === null || purpose === 'test') return;
      const key = { tenantId, channelId: targetId };
      if (!(await isFailing(ctx.db, key))) return;
      await ctx.db.tenant(tenantId, async (tx) => {
        const channel = await lockHealth(tx, key);
        if (channel && channel.failures > 0) await heal(ctx, tx, key);
      });
    },
  };
}

async function prepare(
  ctx: ChannelContext,
  message: ClaimedMessage,
  { transport, load }: { readonly transport: ChannelTransport; readonly load: PostLoader },
): Promise<PreparedMessage> {
  const { tenantId, targetId, createdAt, lastError } = message;
  const now = ctx.clock.now();
  const key = { tenantId, channelId: targetId ?? '0', now };
  const channel = await ctx.db.tenant(tenantId, (tx) => findSealed(tx, key));
  if (!channel) return { next: 'drop', reason: 'The channel was removed' };
  if (message.purpose === 'test')
    return ready(ctx, { transport, channel, message, body: transport.test(channel.name, createdAt) });
  if (!channel.isTold) return { next: 'drop', reason: 'The channel was switched off' };
  if (channel.waitUntil !== null && channel.waitUntil > now) return { next: 'wait', until: channel.waitUntil };
  const body = await loadBody(ctx, message, { transport, load });
  if (body === null) return { next: 'drop', reason: notWanted };
  // The age is that of the message: a flip may be older, because it was held before it could be told. An event of the
  // account is dated by its beginning, also if it is told days later, so its age alone does not end it.
  const isTried = message.purpose !== 'event' || message.attempts >= patience;
  // A hook may be told of an event that began before it was subscribed, and has as long for it as for a later one.
  const sinceMs = Math.max(createdAt.getTime(), channel.createdAt.getTime());
  if (isTried && now.getTime() - sinceMs > keptForMs) {
    return { next: 'drop', reason: [lastError, 'Given up after three days'].filter(Boolean).join('. ') };
  }
  return ready(ctx, { transport, channel, message, body });
}

async function loadBody(
  { config }: ChannelContext,
  message: ClaimedMessage,
  { transport, load }: { readonly transport: ChannelTransport; readonly load: PostLoader },
): Promise<string | null> {
  if (message.purpose === 'event') return load.event(message);
  const [first, ...rest] = await load.alerts(message);
  return first ? transport.alert([first, ...rest], config.publicUrl) : null;
}

interface ComposedPost {
  readonly transport: ChannelTransport;
  readonly channel: SealedChannel;
  readonly message: ClaimedMessage;
  readonly body: string;
}

function ready(ctx: ChannelContext, { transport, channel, message, body }: ComposedPost): PreparedMessage {
  const { messageId } = message;
  const opened = openChannel(ctx.keys, channel);
  const host = opened && new URL(opened.address).host;
  return { next: 'send', host, send: () => sendToChannel(ctx, { transport, opened }, { messageId, body }) };
}

async function heal(ctx: ChannelContext, tx: Tx, key: ChannelKey): Promise<void> {
  await writeHealth(tx, key, healthy);
  await makeWaitingDue(tx, key, ctx.clock.now());
}

interface FailedMessage extends ChannelKey {
  readonly channel: FailingChannel;
  readonly failure: Failure;
  /** Number of earlier attempts for this message. */
  readonly attempts: number;
}

/**
 * A failure counts against the channel, so its other messages wait too. A message that failed `patience` times while
 * the channel accepted others is itself the cause: it is retried alone with the usual back-off.
 */
async function concludeFailure(ctx: ChannelContext, tx: Tx, failed: FailedMessage): Promise<Conclusion> {
  const { channel, failure, attempts, tenantId, channelId } = failed;
  const now = ctx.clock.now();
  if (attempts >= patience && channel.failures === 0 && failure.outcome === 'later') return usual;
  const health = afterFailure(channel, { failure, now, random: ctx.random });
  if (channel.isHook && failure.outcome === 'gone' && failure.isCertain) {
    await endHook(ctx, tx, { ...failed, reason: failure.error });
    return { next: 'give up' };
  }
  await writeHealth(tx, failed, health);
  ctx.log.warn({ tenantId, channelId, error: failure.error }, 'a channel was not reached');
  const reason = reasonToStop(health, failure, now);
  if (reason !== null) {
    await (channel.isHook ? endHook : stop)(ctx, tx, { ...failed, reason });
    return { next: 'give up' };
  }
  const at = health.waitUntil ?? now;
  await postponeWaiting(tx, failed, at);
  if (attempts + 1 < patience || failure.outcome !== 'later') return { next: 'retry', at };
  // The other messages are tried first, in case this one causes the failures. If the receiver was unreachable, this
  // message does not wait for the usual back-off.
  return failure.isUnreachable ? { next: 'retry', at: new Date(2 * at.getTime() - now.getTime()) } : usual;
}

/**
 * Ends a hook; its program subscribes again when it can be reached. The owner is informed unless the program has
 * answered 410, by which programs unsubscribe.
 */
async function endHook(ctx: ChannelContext, tx: Tx, ended: FailedMessage & { readonly reason: string }): Promise<void> {
  const { tenantId, reason, failure } = ended;
  const { name } = ended.channel;
  await giveUpWaiting(tx, ended, reason);
  await deleteChannel(tx, ended);
  const isUnsubscribed = failure.outcome === 'gone' && failure.isCertain;
  if (!isUnsubscribed) await enqueueNotice(ctx, tx, { tenantId, kind: 'hookEnded', subject: name, reason });
  const event = { actor: 'watchpost', action: 'hook ended', subject: name, details: { reason } };
  await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), ...event }]);
}

/** Stops the channel; a mail and the dashboard inform the owner. */
async function stop(ctx: ChannelContext, tx: Tx, stopped: FailedMessage & { readonly reason: string }): Promise<void> {
  const { tenantId, reason } = stopped;
  const { name } = stopped.channel;
  const now = ctx.clock.now();
  await stopChannel(tx, stopped, { now, reason });
  await nextWorldVersion(tx, tenantId);
  await giveUpWaiting(tx, stopped, reason);
  await enqueueNotice(ctx, tx, { tenantId, kind: 'channelStopped', subject: name, reason });
  const details = { reason };
  await recordAudit(tx, [{ tenantId, at: now, actor: 'watchpost', action: 'channel stopped', subject: name, details }]);
}
