import * as z from 'zod/mini';

/** The state of a connection to a service of others. Times are in epoch seconds, `null` if they are not known. */
export const connectionShape = z.object({
  /** `pending`: the consent was given, and nothing has succeeded since. */
  state: z.enum(['connected', 'pending', 'error']),
  /** The cause of an error, in words for people. */
  reason: z.nullable(z.string()),
  /** When the state began. */
  since: z.nullable(z.int()),
  lastSuccessAt: z.nullable(z.int()),
  /** The time of the next try; `null` also while nothing is tried until a person connects again. */
  nextTryAt: z.nullable(z.int()),
});
export type Connection = z.output<typeof connectionShape>;
