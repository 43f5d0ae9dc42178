import { HostGate } from './host-gate.ts';
import type { NewMessage } from './message.ts';
import { insertMessage } from './message-queries.ts';
import { leaseMsOf, settle, trySending, type OutboxContext, type AttemptResult } from './send-message.ts';
import type { Sender } from './sender.ts';

/**
 * Inserts a message and sends it in this process for a caller that waits for the result. If the process dies, a worker
 * sends it when the lease ends.
 */
export async function sendAtOnce(
  ctx: OutboxContext,
  sender: Sender,
  fields: Omit<NewMessage, 'createdAt' | 'dueAt'>,
): Promise<AttemptResult> {
  const now = ctx.clock.now();
  const claimedBy = ctx.random.uuid();
  const dueAt = new Date(now.getTime() + leaseMsOf(sender));
  const created = { ...fields, createdAt: now, dueAt };
  await ctx.db.tenant(fields.tenantId, (tx) => insertMessage(tx, created, claimedBy));
  const message = { ...created, claimedBy, attempts: 0, lastError: null, localDay: null, isServed: true };
  // The sending is not subject to the worker's limits, because a person has pressed a button and waits.
  const tried = await trySending(ctx, { sender, gate: new HostGate(ctx.clock, 1) }, message);
  await settle(ctx, { sender, message, tried });
  return tried;
}

/** Converts the result of a test message to the answer of the API. */
export function outcomeOfTest(tried: AttemptResult): {
  readonly outcome: 'sent' | 'failed';
  readonly error: string | null;
} {
  if (tried.outcome === 'sent') return { outcome: 'sent', error: null };
  if (tried.outcome === 'threw') throw tried.error;
  return {
    outcome: 'failed',
    error: tried.outcome === 'put off' ? 'It could not be sent now. Please try again in a minute' : tried.error,
  };
}
