import type * as z from 'zod/mini';

/** A job that waits in the queue until any worker process takes it. */
export interface JobDefinition<Schema extends z.ZodMiniType> {
  readonly name: string;
  readonly payload: Schema;
  /**
   * `exclusive`: for each key at most one job waits or runs. `short`: for each key at most one job waits, and it may
   * wait while another one runs, so that a change made during that run is not lost.
   */
  readonly policy: 'exclusive' | 'short';
  key(payload: z.output<Schema>): string;
  /** Maximum number of jobs that one run receives. */
  readonly batchSize: number;
  /** Maximum number of runs at the same time in one process. */
  readonly concurrency: number;
  /**
   * The sender sends this job again as long as its work is due. A job whose process died is therefore not retried: its
   * retry would wait longer each time, and would block the new job with the same key.
   */
  readonly isSentAnew?: true;
  /**
   * The group of a payload, and the maximum number of runs that one group may have in one process, so that a slow
   * group delays only itself.
   */
  readonly group?: { readonly most: number; of(payload: z.output<Schema>): string };
}

/** Declares a job and the type of its payload. The function that runs it is passed to `Queue.work`. */
export const defineJob = <Schema extends z.ZodMiniType>(definition: JobDefinition<Schema>): JobDefinition<Schema> =>
  definition;
