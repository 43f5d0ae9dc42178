import { createJudging } from '../../src/features/judging/ingest.ts';
import type { Db } from '../../src/lib/db/db.ts';
import type { ObservingWorld } from './observing.ts';

/** Thrown by every use of a context after its death. */
export class ProcessDeath extends Error {
  override readonly name = 'Died';
}

export interface MortalProcess {
  readonly ctx: ObservingWorld['ctx'];
  isDead(): boolean;
}

/**
 * The context of a process that is killed in its n-th transaction: that transaction is rolled back and nothing happens
 * afterwards, not even a note of the failure.
 */
export function mortal({ ctx }: ObservingWorld, transactions: number): MortalProcess {
  let left = transactions;
  const db: Db = {
    ...ctx.db,
    async tenant(tenantId, work) {
      if (left <= 0) throw new ProcessDeath();
      left -= 1;
      if (left > 0) return ctx.db.tenant(tenantId, work);
      return ctx.db.tenant(tenantId, async (tx) => {
        await work(tx);
        throw new ProcessDeath();
      });
    },
  };
  const log = ctx.log.child({}, { level: 'silent' });
  return { ctx: { ...ctx, db, log, judging: createJudging({ ...ctx, db }) }, isDead: () => left <= 0 };
}

export function ignoreDeath(error: unknown): void {
  if (!(error instanceof ProcessDeath)) throw error;
}
