import type * as z from 'zod/mini';

/** Work that waits in the queue until any process of the fleet takes it. */
export interface JobDefinition<Schema extends z.ZodMiniType> {
  readonly name: string;
  readonly payload: Schema;
  /**
   * `exclusive`: of one key, at most one waits or runs. `short`: at most one waits, so that what happens while one runs
   * is not lost.
   */
  readonly policy: 'exclusive' | 'short';
  key(payload: z.output<Schema>): string;
  /** How many jobs one run takes together. */
  readonly batchSize: number;
  /** How many runs go on at the same time in one process. */
  readonly concurrency: number;
  /**
   * What is due stays due until it is done, and is sent anew: one whose process died ends, since a retry that waits longer
   * and longer would hold up the new one.
   */
  readonly isSentAnew?: true;
  /** Whose job it is, and how many runs one of them may hold in one process: whoever is slow holds up himself alone. */
  readonly group?: { readonly most: number; of(payload: z.output<Schema>): string };
}

/** A job knows its payload; who does it is said when the queue opens. */
export const defineJob = <Schema extends z.ZodMiniType>(definition: JobDefinition<Schema>): JobDefinition<Schema> =>
  definition;
