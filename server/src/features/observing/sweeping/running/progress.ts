import * as z from 'zod/mini';

const progressSchema = z.object({
  /** The milliseconds from the start of the last pass to the start of the next one; 0 before the first pass. */
  everyMs: z._default(z.number(), 0),
  /** The last SKU or ASIN that was asked for. */
  after: z._default(z.string(), ''),
  /** Changes found by this pass that push did not announce. */
  missed: z._default(z.int(), 0),
  /** Targets per request; fewer while a refused batch is halved to isolate its bad member. */
  size: z._default(z.int(), 0),
  /** The number of targets in a row that were refused although they were asked for alone. */
  refused: z._default(z.int(), 0),
  /** True if a batch of this pass was answered. */
  isAnswered: z._default(z.boolean(), false),
});

/** The progress of a sweep by batches. Sweeps by steps keep `everyMs` beside a value of their source's own. */
export type Progress = z.output<typeof progressSchema>;

export const readProgress = (stored: unknown): Progress =>
  progressSchema.safeParse(stored ?? {}).data ?? progressSchema.parse({});
