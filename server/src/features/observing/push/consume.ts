import { minuteMs, secondMs } from '@app/shared/base/time.ts';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { NotificationQueue, QueueMessage } from '../../../external/marketplace/notification-queue.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { isOutage, NodeUnavailable } from '../../../lib/db/unavailable.ts';
import type { Random } from '../../../lib/random.ts';
import { readNotification } from './notification.ts';
import { savePoisoned } from './poisoned-queries.ts';
import { proveDatabase } from './push-queries.ts';
import { takeNotification } from './take-notification.ts';
import type { TakingContext } from './taking.ts';

interface ConsumingContext extends TakingContext {
  readonly random: Pick<Random, 'fraction'>;
}

/**
 * A message that fails comes again after a wait that doubles each time, so that a short outage sends none to the
 * dead-letter queue.
 */
const backoff = { firstMs: 10 * secondMs, longestMs: 15 * minuteMs };

/** Messages of tenants whose data node is away. Each is hidden in the queue for a time that `backoff` determines. */
interface NodeWaiters {
  readonly messages: Map<string, { readonly message: QueueMessage; readonly hiddenUntilMs: number }>;
  /** True if tenants were left out because of an outage after the messages were last shown again. */
  isOutageKnown: boolean;
}

const nodeWaiters = new WeakMap<NotificationQueue, NodeWaiters>();

function waitersOf(queue: NotificationQueue): NodeWaiters {
  const waiters = nodeWaiters.get(queue) ?? { messages: new Map(), isOutageKnown: false };
  nodeWaiters.set(queue, waiters);
  return waiters;
}

/**
 * Shows the hidden messages again as soon as all nodes answer after an outage. Before the outage is known, showing them
 * would only lead to deliveries that fail, and each delivery counts towards the dead-letter queue.
 */
async function showAfterOutage(ctx: ConsumingContext, queue: NotificationQueue): Promise<void> {
  const waiters = waitersOf(queue);
  const now = ctx.clock.now().getTime();
  for (const [id, { hiddenUntilMs }] of waiters.messages) if (hiddenUntilMs <= now) waiters.messages.delete(id);
  if (ctx.db.countLeftOut() > 0) {
    waiters.isOutageKnown = true;
  } else if (waiters.isOutageKnown) {
    const messages = [...waiters.messages.values()];
    waiters.messages.clear();
    waiters.isOutageKnown = false;
    await Promise.all(messages.map(({ message }) => hide(ctx, { queue, message, seconds: 0 })));
  }
}

/**
 * How long the queue is asked to wait for messages while some are hidden: the return of a node is noticed only after
 * that.
 */
const lostNodeSeconds = 3;

/** After this many deliveries a message that still fails is set aside: it indicates a defect of ours. */
const deliveriesUntilSetAside = 3;

/**
 * Takes the waiting messages. A message is removed from the queue only after its effects are committed. Throws if not
 * one message could be taken: then our own parts have failed rather than a message, and the caller waits before it
 * takes more.
 */
export async function consumeOnce(ctx: ConsumingContext, queue: NotificationQueue, signal: AbortSignal): Promise<void> {
  // Each delivery counts towards the dead-letter queue, so no message is requested while it could not be stored.
  await proveDatabase(ctx.db.global);
  await showAfterOutage(ctx, queue);
  const messages = await (waitersOf(queue).messages.size > 0
    ? queue.receive(signal, lostNodeSeconds)
    : queue.receive(signal));
  const failures = await Promise.all(messages.map((message) => consumeMessage(ctx, queue, message)));
  if (messages.length > 0 && failures.every((failure) => failure !== null)) {
    throw new Error(`None of ${messages.length} notifications could be taken`, { cause: failures[0] });
  }
}

/** Returns the error if the message could not be taken or removed and comes again, otherwise `null`. */
async function consumeMessage(
  ctx: ConsumingContext,
  queue: NotificationQueue,
  message: QueueMessage,
): Promise<unknown> {
  const { deliveries } = message;
  try {
    await takeBody(ctx, message.body);
  } catch (error) {
    if (isOutage(error)) {
      ctx.log.error({ err: error, deliveries }, 'a notification is kept until the database takes it');
      queue.keep(message);
      return error;
    }
    // An outage of a data node is no defect, and no reason to pause: messages of tenants on other nodes wait behind
    // this one.
    const isNodeAway = error instanceof NodeUnavailable;
    if (deliveries >= deliveriesUntilSetAside && !isNodeAway && (await setAside(ctx, { queue, message, error })))
      return null;
    const seconds = secondsUntilNext(ctx, message);
    ctx.log.error({ err: error, deliveries, seconds }, 'a notification could not be taken and comes again');
    await hide(ctx, { queue, message, seconds });
    if (!isNodeAway) return error;
    const hiddenUntilMs = ctx.clock.now().getTime() + seconds * secondMs;
    waitersOf(queue).messages.set(message.id, { message, hiddenUntilMs });
    return null;
  }
  try {
    await queue.remove(message);
    return null;
  } catch (error) {
    // The effects of the message are committed and only its removal failed, so it is never set aside.
    const seconds = secondsUntilNext(ctx, message);
    ctx.log.warn({ err: error, deliveries, seconds }, 'a notification was taken but not removed, and comes again');
    await hide(ctx, { queue, message, seconds });
    return error;
  }
}

async function takeBody(ctx: ConsumingContext, body: string): Promise<void> {
  const notification = readNotification(body);
  if ('reason' in notification) {
    ctx.log.info({ reason: notification.reason }, 'a notification was refused');
    return;
  }
  const { id, type } = notification;
  const outcomes = await takeNotification(ctx, notification);
  ctx.log.debug({ notificationId: id, type, outcomes }, 'a notification was taken');
}

const secondsUntilNext = ({ random }: ConsumingContext, { deliveries }: QueueMessage): number =>
  Math.ceil(backoffMs(backoff, deliveries - 1, random) / secondMs);

interface PoisonedMessage {
  readonly queue: NotificationQueue;
  readonly message: QueueMessage;
  readonly error: unknown;
}

/**
 * Keeps a message that cannot be taken for an operator, and removes it from the queue. Returns false if that failed:
 * the message then comes again.
 */
async function setAside(
  { db, clock, log }: ConsumingContext,
  { queue, message, error }: PoisonedMessage,
): Promise<boolean> {
  const reason = messageOfError(error);
  const { id: messageId, body, deliveries } = message;
  try {
    await savePoisoned(db.global, { messageId, body, reason, deliveries, setAsideAt: clock.now() });
    await queue.remove(message);
  } catch (failure) {
    log.warn({ err: failure, messageId }, 'a notification was not set aside');
    return false;
  }
  log.error({ err: error, messageId, deliveries }, 'a notification is set aside after repeated failures');
  return true;
}

interface Hiding {
  readonly queue: NotificationQueue;
  readonly message: QueueMessage;
  readonly seconds: number;
}

/** Hides the message for some seconds. If the queue cannot be reached, the message comes again at its previous time. */
async function hide({ log }: ConsumingContext, { queue, message, seconds }: Hiding): Promise<void> {
  await queue
    .hide(message, seconds)
    .catch((error: unknown) => log.warn({ err: error, seconds }, 'a notification was not hidden'));
}
