import * as z from 'zod/mini';

/** The state of a connection to a service of others. Times are in epoch seconds, `null` if they are not known. */
export const connectionShape = z.object({
  /** `pending`: the person has given the consent, but no call to the service has succeeded since. */
  state: z.enum(['connected', 'pending', 'error']),
  /** The cause of an error, in words for people. */
  reason: z.nullable(z.string()),
  /** The time since which the connection has this state. */
  since: z.nullable(z.int()),
  lastSuccessAt: z.nullable(z.int()),
  /** The time of the next try; `null` if it is unknown, or if nothing is tried until a person connects again. */
  nextTryAt: z.nullable(z.int()),
});
export type Connection = z.output<typeof connectionShape>;
