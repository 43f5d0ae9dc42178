import { HostGate } from './host-gate.ts';
import type { NewMessage } from './message.ts';
import { insertMessage } from './message-queries.ts';
import { leaseMsOf, settle, trySending, type OutboxContext, type AttemptResult } from './send-message.ts';
import type { Sender } from './sender.ts';

/**
 * Writes a message and sends it in this process, for somebody who waits for its outcome. If this process dies meanwhile,
 * a worker sends it when the lease ends.
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
  const message = { ...created, claimedBy, attempts: 0, lastError: null, localDay: null };
  // Their own press of a button needs no place beside what the worker sends.
  const tried = await trySending(ctx, { sender, gate: new HostGate(ctx.clock, 1) }, message);
  await ctx.db.tenant(fields.tenantId, (tx) => settle(ctx, tx, { sender, message, tried }));
  return tried;
}

/** The outcome of a test as the person who asked for it is told. */
export function outcomeOfTest(tried: AttemptResult): {
  readonly outcome: 'sent' | 'failed';
  readonly error: string | null;
} {
  if (tried.outcome === 'sent') return { outcome: 'sent', error: null };
  if (tried.outcome === 'threw') throw tried.error;
  return { outcome: 'failed', error: tried.outcome === 'put off' ? 'It could not be sent now' : tried.error };
}
