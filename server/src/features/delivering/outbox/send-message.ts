import { hourMs } from '@app/shared/base/time.ts';
import type { Logger } from 'pino';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Db, Tx } from '../../../lib/db/db.ts';
import { isOutage, mayPass, NodeUnavailable } from '../../../lib/db/unavailable.ts';
import { withDeadline } from '../../../lib/deadline.ts';
import { reasonOf } from '../../../lib/mail/refusal.ts';
import { missingKeyWaitMs, UnknownKey } from '../../../lib/secrets.ts';
import type { Random } from '../../../lib/random.ts';
import { serviceWasOff, settleMembers } from './member-queries.ts';
import type { HostGate } from './host-gate.ts';
import type { ClaimedMessage, Failure, Outcome, Purpose, ReadyMessage } from './message.ts';
import { holdsClaim, recordSent, renewLease, settleMessage, type Settlement } from './message-queries.ts';
import type { Conclusion, Sender } from './sender.ts';

export interface OutboxContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid' | 'fraction'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** The result of one attempt. */
export type AttemptResult =
  | Outcome
  | { readonly outcome: 'dropped'; readonly error: string }
  | { readonly outcome: 'put off'; readonly until: Date; readonly reason?: string }
  /** Composing the message threw an error. */
  | { readonly outcome: 'threw'; readonly error: unknown };

/** A message that cannot be composed indicates a bug of ours and is set aside after this many attempts. */
const mostThrows = 5;
const backoffOfThrows = { firstMs: 60_000, longestMs: hourMs };
const waitsForKey = 'It waits for a key of Watchpost that is missing';
const waitsForDatabase = 'It waits for the database of Watchpost';
/** The pause before work that the database did not allow is tried again. */
const databasePauseMs = 1_000;
/** Time for composing and settling; if composing takes longer, the lease is renewed before sending. */
const leaseMarginMs = 5_000;

/** Messages about the account, billing and security, which are sent whether or not the service is on. */
const purposesWithoutService: readonly Purpose[] = ['account', 'notice', 'event'];

export const leaseMsOf = ({ limits }: Sender): number => limits.deadlineMs + leaseMarginMs;

/**
 * Composes and sends a message; no transaction is open while it uses the network. A failure of the recipient is
 * returned and never rejects.
 */
export async function trySending(
  ctx: OutboxContext,
  { sender, gate }: { readonly sender: Sender; readonly gate: HostGate },
  message: ClaimedMessage,
): Promise<AttemptResult> {
  if (!message.isServed && !purposesWithoutService.includes(message.purpose)) {
    return { outcome: 'dropped', error: serviceWasOff };
  }
  const claimedAt = ctx.clock.now();
  const prepared = await sender.prepare(message).catch((error: unknown) => ({ next: 'threw', error }) as const);
  if (prepared.next === 'threw') return classifyComposingError(prepared.error, claimedAt);
  if (prepared.next === 'drop') return { outcome: 'dropped', error: prepared.reason };
  if (prepared.next === 'wait') return { outcome: 'put off', until: prepared.until };
  const { host } = prepared;
  const wait = host === null ? null : gate.enter(host);
  if (wait) return { outcome: 'put off', until: wait };
  let isUnreachable = false;
  try {
    const tried = await send(ctx, { sender, message, prepared, claimedAt });
    isUnreachable = tried.outcome === 'later' && tried.isUnreachable;
    return tried;
  } finally {
    if (host !== null) gate.leave(host, !isUnreachable);
  }
}

/**
 * A message is kept while the key of its address or text is not configured, and while the database that it is composed
 * from does not answer.
 */
function classifyComposingError(error: unknown, now: Date): AttemptResult {
  const putOff = (ms: number, reason: string): AttemptResult => ({
    outcome: 'put off',
    until: new Date(now.getTime() + ms),
    reason,
  });
  if (error instanceof UnknownKey) return putOff(missingKeyWaitMs, waitsForKey);
  const isDatabaseAway = isOutage(error) || error instanceof NodeUnavailable;
  return isDatabaseAway ? putOff(databasePauseMs, waitsForDatabase) : { outcome: 'threw', error };
}

interface SendAttempt {
  readonly sender: Sender;
  readonly message: ClaimedMessage;
  readonly prepared: ReadyMessage;
  readonly claimedAt: Date;
}

async function send(ctx: OutboxContext, { sender, message, prepared, claimedAt }: SendAttempt): Promise<AttemptResult> {
  const now = ctx.clock.now();
  // Composing took so long that the lease could end during sending.
  if (now.getTime() - claimedAt.getTime() > leaseMarginMs) {
    const leaseEndsAt = new Date(now.getTime() + leaseMsOf(sender));
    const isOurs = await ctx.db.tenant(message.tenantId, (tx) => renewLease(tx, message, leaseEndsAt));
    if (!isOurs) return { outcome: 'put off', until: now };
  }
  try {
    return await withDeadline(sender.limits.deadlineMs, (signal) => prepared.send(signal));
  } catch (error) {
    return { outcome: 'later', error: reasonOf(error), after: null, isUnreachable: true };
  }
}

/**
 * Runs a transaction that records an attempt, again and again while the database is away and the lease lasts. A message
 * whose attempt is not recorded waits for the end of its lease and is sent a second time.
 */
export async function record<T>(
  { clock }: Pick<OutboxContext, 'clock'>,
  { sender, isStopping }: { readonly sender: Sender; readonly isStopping: () => boolean },
  transaction: () => Promise<T>,
): Promise<T> {
  const endsAt = clock.now().getTime() + leaseMsOf(sender);
  for (;;) {
    try {
      return await transaction();
    } catch (error) {
      if (!mayPass(error) || isStopping() || clock.now().getTime() >= endsAt) throw error;
      await clock.pause(databasePauseMs);
    }
  }
}

interface SettledAttempt<Tried> {
  readonly sender: Sender;
  readonly message: ClaimedMessage;
  readonly tried: Tried;
}

/** Records the result of an attempt and applies its consequences for the recipient. */
export async function settle(
  ctx: OutboxContext,
  { sender, message, tried }: SettledAttempt<AttemptResult>,
): Promise<void> {
  if (tried.outcome !== 'sent') {
    await ctx.db.tenant(message.tenantId, (tx) => settleUnsent(ctx, tx, { sender, message, tried }));
  } else if (await recordSent(ctx.db, message, ctx.clock.now())) {
    await sender.noteSuccess?.(message);
  }
}

async function settleUnsent(
  ctx: OutboxContext,
  tx: Tx,
  { sender, message, tried }: SettledAttempt<Exclude<AttemptResult, { readonly outcome: 'sent' }>>,
): Promise<void> {
  const now = ctx.clock.now();
  if (tried.outcome === 'dropped') {
    const givenUp = { state: 'given up', dueAt: now, isAttempt: false, waitsForServer: false } as const;
    await write(tx, message, { ...givenUp, now, error: tried.error });
  } else if (tried.outcome === 'put off') {
    await write(tx, message, {
      state: 'waiting',
      now,
      error: tried.reason ?? null,
      dueAt: tried.until,
      isAttempt: false,
      waitsForServer: false,
    });
  } else if (tried.outcome === 'threw') {
    await settleThrown(ctx, tx, { message, error: tried.error });
  } else if (await holdsClaim(tx, message)) {
    const conclusion = await sender.conclude(tx, message, tried);
    await write(tx, message, failureOf(ctx, { sender, message, failure: tried, conclusion }));
  }
}

async function write(tx: Tx, message: ClaimedMessage, settlement: Settlement): Promise<void> {
  const isOurs = await settleMessage(tx, message, settlement);
  if (isOurs && message.purpose === 'alert') await settleMembers(tx, message, settlement);
}

interface FailedAttempt {
  readonly sender: Sender;
  readonly message: ClaimedMessage;
  readonly failure: Failure;
  readonly conclusion: Conclusion;
}

function failureOf(ctx: OutboxContext, { sender, message, failure, conclusion }: FailedAttempt): Settlement {
  const now = ctx.clock.now();
  const { tenantId, messageId, transport } = message;
  const { error } = failure;
  const { mostAttempts, backoff } = sender.limits;
  const isUsualEnd = message.attempts + 1 >= mostAttempts || failure.outcome !== 'later';
  // Test messages are not retried, because the person who asked has already seen the result.
  const isTest = message.purpose === 'test';
  const isLast = isTest || conclusion.next === 'give up' || (conclusion.next === 'usual' && isUsualEnd);
  const state = isLast ? ('failed' as const) : ('waiting' as const);
  const asked = failure.outcome === 'later' ? failure.after : null;
  const usualAt = asked ?? new Date(now.getTime() + backoffMs(backoff, message.attempts, ctx.random));
  const dueAt = 'at' in conclusion ? conclusion.at : usualAt;
  const isAttempt = isLast || conclusion.next !== 'wait';
  ctx.log.warn({ tenantId, messageId, transport, error, state }, 'a message was not delivered');
  const isAway = sender.hasOneServer === true && conclusion.next === 'wait';
  const waitsForServer = isAway || (isUnreachable(failure) ? 'unknown' : false);
  return { state, now, error, dueAt: state === 'waiting' ? dueAt : now, isAttempt, waitsForServer };
}

const isUnreachable = (failure: Failure): boolean => failure.outcome === 'later' && failure.isUnreachable;

async function settleThrown(
  ctx: OutboxContext,
  tx: Tx,
  { message, error }: { readonly message: ClaimedMessage; readonly error: unknown },
): Promise<void> {
  const now = ctx.clock.now();
  const isSetAside = message.attempts + 1 >= mostThrows;
  const { tenantId, messageId, purpose, attempts } = message;
  const about = { err: error, tenantId, messageId, purpose, attempts };
  if (isSetAside) ctx.log.error(about, 'a message could not be composed and is set aside');
  else ctx.log.warn(about, 'a message could not be composed and is tried again');
  const text = `It could not be composed: ${reasonOf(error)}`;
  const dueAt = new Date(now.getTime() + backoffMs(backoffOfThrows, attempts, ctx.random));
  const state = isSetAside ? 'given up' : 'waiting';
  const settlement = { state, now, error: text, dueAt, isAttempt: true, waitsForServer: false, isSetAside } as const;
  await write(tx, message, settlement);
}
