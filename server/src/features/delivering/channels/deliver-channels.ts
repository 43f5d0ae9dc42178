import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit.ts';
import { enqueueNotice } from '../composing/notice/notice.ts';
import { retryAt } from '../composing/alert/retry.ts';
import { afterFailure, healthy, keptForMs, reasonToStop, type Failure } from './channel-health.ts';
import type { ChannelNews } from './channel-news.ts';
import { giveUpWaiting } from './channel-queries.ts';
import { claimChannels, holdOn, letGo, type ClaimedChannel } from './claim-queries.ts';
import {
  giveUpOld,
  listDueDeliveries,
  loadNews,
  makeWaitingDue,
  markMessage,
  nameMessage,
  patience,
  stopChannel,
  writeHealth,
  type DueDelivery,
} from './outbox-queries.ts';
import type { Outcome } from '../outbox/message.ts';
import { sendToChannel } from './send-to-channel.ts';
import { channelTransportsById } from '../transports/registry.ts';

type DeliverContext = Pick<Context, 'db' | 'clock' | 'random' | 'log' | 'keys' | 'config' | 'publicFetch'>;

/** Longer than a request may take: whoever holds a channel holds it until the answer is there. */
const leaseMs = 20_000;
/** Each waits for somebody else's computer, and holds no connection to the database meanwhile. */
const atOnce = 64;
/** Then others have their turn: a slow one sends few messages meanwhile, a quick one hundreds. */
const turnMs = 30_000;
const mostPerTurn = 500;
/** What happens at once is told one by one up to here; more become one message that names them all. */
const mostSingles = 3;

export interface ChannelDelivery {
  /** Begins with every channel that has something due; resolves before they are through. */
  turn(): Promise<boolean>;
  /** Resolves when nothing is under way. */
  settle(): Promise<void>;
}

/**
 * Tells webhooks and Slack what flips have put into the outbox. A channel is held by one process at a time, which sends
 * one message after another, so that they arrive in their order; each channel goes its own pace. A message is named
 * before it is sent, and recorded after: a process that dies between lets go after a while, and the message that is sent
 * again has the same id.
 */
export function createChannelDelivery(ctx: DeliverContext): ChannelDelivery {
  const by = ctx.random.uuid();
  const underWay = new Set<Promise<void>>();
  return {
    async turn() {
      const now = ctx.clock.now();
      const claim = { by, now, until: untilOf(now), oldest: oldestOf(now), most: atOnce - underWay.size };
      const claimed = claim.most > 0 ? await claimChannels(ctx.db.global, claim) : [];
      for (const channel of claimed) {
        const work = tellChannel(ctx, channel, by)
          .catch((error: unknown) => ctx.log.error({ err: error, channel: channel.channelId }, 'a channel was left'))
          .finally(() => underWay.delete(work));
        underWay.add(work);
      }
      return claimed.length === claim.most && claim.most > 0;
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

export const giveUpOldNews = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  giveUpOld(db.global, oldestOf(clock.now()));

const untilOf = (now: Date): Date => new Date(now.getTime() + leaseMs);
const oldestOf = (now: Date): Date => new Date(now.getTime() - keptForMs);

async function tellChannel(ctx: DeliverContext, claimed: ClaimedChannel, by: string): Promise<void> {
  const { tenantId, channelId } = claimed;
  let channel: ClaimedChannel | null = claimed;
  const endsAt = ctx.clock.now().getTime() + turnMs;
  for (let sent = 0; sent < mostPerTurn && channel && ctx.clock.now().getTime() < endsAt; sent += 1) {
    channel = await sendNext(ctx, channel, by);
  }
  await ctx.db.tenant(tenantId, (tx) => letGo(tx, { tenantId, channelId, by }));
}

/** Answers the channel as it is afterwards, or `null` when there is nothing more to do for now. */
async function sendNext(ctx: DeliverContext, channel: ClaimedChannel, by: string): Promise<ClaimedChannel | null> {
  const { tenantId } = channel;
  const message = await ctx.db.tenant(tenantId, (tx) => prepare(ctx, tx, { channel, by }));
  if (!message) return null;
  const { messageId, news } = message;
  const { publicUrl } = ctx.config;
  const [first, ...rest] = news;
  if (!first) return giveUp(ctx, channel, { ...message, error: 'What it told of is gone' });
  const body = channelTransportsById[channel.kind].alert([first, ...rest], publicUrl);
  const sent = await sendToChannel(ctx, channel, { messageId, body });
  return ctx.db.tenant(tenantId, (tx) => record(ctx, tx, { channel, message, sent }));
}

interface Named {
  readonly messageId: string;
  readonly flipAt: Date;
  /** How often it has failed. */
  readonly attempts: number;
  readonly news: readonly ChannelNews[];
}

async function prepare(
  ctx: DeliverContext,
  tx: Tx,
  { channel, by }: { readonly channel: ClaimedChannel; readonly by: string },
): Promise<Named | null> {
  const now = ctx.clock.now();
  if (!(await holdOn(tx, { ...channel, by }, untilOf(now)))) return null;
  const most = channelTransportsById[channel.kind].mostPerMessage;
  const due = await listDueDeliveries(tx, channel, { now, oldest: oldestOf(now), most });
  const [first] = due;
  if (!first) return null;
  const messageId = first.messageId ?? `msg_${ctx.random.uuid()}`;
  if (first.messageId === null) await nameMessage(tx, channel, { messageId, deliveries: toldTogether(due) });
  const { flipAt, attempts } = first;
  return { messageId, flipAt, attempts, news: await loadNews(tx, channel, { messageId, flipAt }) };
}

function toldTogether(due: readonly DueDelivery[]): readonly DueDelivery[] {
  const unnamed = due.filter(({ messageId }) => messageId === null);
  return unnamed.length > mostSingles ? unnamed : unnamed.slice(0, 1);
}

interface Recorded {
  readonly channel: ClaimedChannel;
  readonly message: Named;
  readonly sent: Outcome;
}

async function record(
  ctx: DeliverContext,
  tx: Tx,
  { channel, message, sent }: Recorded,
): Promise<ClaimedChannel | null> {
  const now = ctx.clock.now();
  if (sent.outcome === 'sent' || sent.outcome === 'refused') {
    const isSent = sent.outcome === 'sent';
    const error = sent.outcome === 'sent' ? null : sent.error;
    const result = { ...message, now, error, nextAttemptAt: now };
    await markMessage(tx, channel, { ...result, state: isSent ? 'sent' : 'failed' });
    if (channel.failures === 0) return channel;
    await writeHealth(tx, channel, healthy);
    await makeWaitingDue(tx, channel, now);
    return { ...channel, ...healthy };
  }
  return recordFailure(ctx, tx, { channel, message, failure: sent });
}

/**
 * What fails is taken for the channel's fault, and its other messages wait too. A message that has failed so often while
 * others are taken is at fault itself: it goes on trying alone.
 */
async function recordFailure(
  ctx: DeliverContext,
  tx: Tx,
  { channel, message, failure }: { channel: ClaimedChannel; message: Named; failure: Failure },
): Promise<ClaimedChannel | null> {
  const now = ctx.clock.now();
  const { error } = failure;
  const isItsOwn = message.attempts >= patience && channel.failures === 0 && failure.outcome === 'later';
  const health = afterFailure(channel, failure, now);
  const alone = retryAt(message.attempts, now);
  const nextAttemptAt = message.attempts + 1 >= patience ? alone : (health.waitUntil ?? alone);
  await markMessage(tx, channel, { ...message, now, state: 'pending', error, nextAttemptAt });
  if (isItsOwn) return channel;
  await writeHealth(tx, channel, health);
  ctx.log.warn({ tenantId: channel.tenantId, channelId: channel.channelId, error }, 'a channel was not reached');
  const reason = reasonToStop(health, failure, now);
  if (reason !== null) await stop(ctx, tx, { channel, reason });
  return null;
}

/** The owner is told by mail, and on the dashboard. */
async function stop(
  ctx: DeliverContext,
  tx: Tx,
  { channel, reason }: { readonly channel: ClaimedChannel; readonly reason: string },
): Promise<void> {
  const { tenantId, name } = channel;
  const now = ctx.clock.now();
  await stopChannel(tx, channel, { now, reason });
  await nextWorldVersion(tx, tenantId);
  await giveUpWaiting(tx, channel, reason);
  await enqueueNotice(ctx, tx, { tenantId, kind: 'channelStopped', subject: name, reason });
  const details = { reason };
  await recordAudit(tx, [{ tenantId, at: now, actor: 'watchpost', action: 'channel stopped', subject: name, details }]);
}

async function giveUp(
  ctx: DeliverContext,
  channel: ClaimedChannel,
  { error, ...message }: Named & { readonly error: string },
): Promise<ClaimedChannel> {
  const now = ctx.clock.now();
  await ctx.db.tenant(channel.tenantId, (tx) =>
    markMessage(tx, channel, { ...message, now, state: 'failed', error, nextAttemptAt: now }),
  );
  return channel;
}
