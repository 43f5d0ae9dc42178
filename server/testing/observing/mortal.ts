import { createJudging } from '../../src/features/judging/ingest.ts';
import { mortalDb } from '../database/mortal-db.ts';
import type { ObservingWorld } from './observing.ts';

interface MortalProcess {
  readonly ctx: ObservingWorld['ctx'];
  isDead(): boolean;
}

/** The context of a process that is killed in its n-th transaction. */
export function mortal({ ctx }: ObservingWorld, transactions: number): MortalProcess {
  const { db, isDead } = mortalDb(ctx.db, transactions);
  const log = ctx.log.child({}, { level: 'silent' });
  return { ctx: { ...ctx, db, log, judging: createJudging({ ...ctx, db }) }, isDead };
}
