import * as z from 'zod/mini';

/**
 * `shuffled` holds back the next `count` deliveries and sends them in reverse order. `forged` sends a copy with a wrong
 * signature before the genuine delivery.
 */
export const webhookFault = z.strictObject({
  fault: z.enum(['lost', 'doubled', 'shuffled', 'late', 'forged']),
  count: z.prefault(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  /** The only event type that is affected; all if missing. */
  event: z.optional(z.string()),
  delayMs: z.prefault(z.int().check(z.minimum(0), z.maximum(600_000)), 3000),
});

export type WebhookFault = z.infer<typeof webhookFault>;
