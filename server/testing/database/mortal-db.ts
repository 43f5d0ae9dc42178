import type { Db } from '../../src/lib/db/db.ts';

/** Thrown by every use of a database after the death of its process. */
export class ProcessDeath extends Error {
  override readonly name = 'Died';
}

export interface MortalDb {
  readonly db: Db;
  isDead(): boolean;
}

/**
 * The database of a process that is killed in its n-th transaction: that transaction is rolled back and nothing happens
 * afterwards, not even a note of the failure.
 */
export function mortalDb(living: Db, transactions: number): MortalDb {
  let left = transactions;
  const db: Db = {
    ...living,
    async tenant(tenantId, work) {
      if (left <= 0) throw new ProcessDeath();
      left -= 1;
      if (left > 0) return living.tenant(tenantId, work);
      return living.tenant(tenantId, async (tx) => {
        await work(tx);
        throw new ProcessDeath();
      });
    },
    async atOnce(tenantId, statement, before) {
      if (left > 1) {
        left -= 1;
        return living.atOnce(tenantId, statement, before);
      }
      left = 0;
      throw new ProcessDeath();
    },
  };
  return { db, isDead: () => left <= 0 };
}

/** The database of a process that is killed after something has happened, before it records it. */
export function dyingAfter(living: Db, hasHappened: () => boolean): Db {
  const whileAlive = <T>(work: () => Promise<T>): Promise<T> =>
    hasHappened() ? Promise.reject(new ProcessDeath()) : work();
  return {
    ...living,
    tenant: (tenantId, work) => whileAlive(() => living.tenant(tenantId, work)),
    atOnce: (tenantId, statement, before) => whileAlive(() => living.atOnce(tenantId, statement, before)),
  };
}

export function ignoreDeath(error: unknown): void {
  if (!(error instanceof ProcessDeath)) throw error;
}
