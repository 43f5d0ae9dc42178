import { sql } from 'kysely';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { Executor } from './lib/db/db.ts';
import { Refusal } from './refusal.ts';

/** The variable with the address of the database by which a role of the program connects. */
export type AddressVariable = 'DATABASE_URL' | 'DATABASE_WORKER_URL';

/** Reports an unreachable or empty database in one line instead of a stack trace per query. */
export async function refuseWithoutTables(db: Executor, address: AddressVariable): Promise<void> {
  const { rows } = await sql<{ isMigrated: boolean }>`
    select to_regclass('public.sweeps') is not null as "isMigrated"`
    .execute(db)
    .catch((cause: unknown) => {
      const reason = messageOfError(cause);
      throw new Refusal(`${reason}. Look at ${address}.`, { cause });
    });
  if (!rows[0]?.isMigrated) throw new Refusal('The database has no tables yet: npm run migrate makes them.');
}
