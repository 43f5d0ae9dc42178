import { sql } from 'kysely';
import type { Executor } from '../db/executor.ts';
import { announce } from '../db/tenant-transaction.ts';
import { Wake } from '../wake.ts';

/** Work that somebody waits for, by the loops of the worker that do it. */
type Work = 'alerts' | 'billing' | 'connections' | 'deletions' | 'items' | 'messages' | 'spreadsheets' | 'sweeps';

/** Channel on which worker processes learn that there is work. The payload is its kind. */
export const workChannel = 'work';

/** Announces work of any process to the loops that do it, when the transaction that made it commits. */
export const announceWork = (work: Work): void => announce(workChannel, work);

/** Announces work that rows of global tables make. Call it after they are committed. */
export async function announceGlobalWork(db: Executor, work: Work): Promise<void> {
  await sql`select pg_notify(${workChannel}, ${work})`.execute(db);
}

/** Wakes the loops of this process. A loop also looks by itself now and then, because an announcement may be lost. */
export class WorkBells {
  readonly #wakes = new Map<string, Wake<true>[]>();

  /** Returns the wake of one more loop that does this work. */
  wakeFor(work: Work): Wake<true> {
    const wake = new Wake<true>();
    this.#wakes.set(work, [...(this.#wakes.get(work) ?? []), wake]);
    return wake;
  }

  ring(work: string): void {
    for (const wake of this.#wakes.get(work) ?? []) wake.ring(true);
  }

  ringAll(): void {
    for (const work of this.#wakes.keys()) this.ring(work);
  }
}
