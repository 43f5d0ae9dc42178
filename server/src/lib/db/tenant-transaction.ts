import { sql } from 'kysely';
import { insideTransaction } from '../leave-process.ts';
import type { Executor, Tx } from './executor.ts';
import { sequenceOf } from './sequence-client.ts';

export interface TransactionScope {
  readonly tenantId: string;
  readonly begin: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The notifications of the transactions that are open. */
const announcements = new WeakMap<Executor, string[]>();

/**
 * Announces something to listening processes when the transaction commits, in the round trip of the commit. NOTIFY is a statement of its own, because as
 * a part of one that writes rows of a tenant it would run on the node that has these rows, where nobody listens.
 */
export function announce(tx: Tx, channel: string, payload: string): void {
  const waiting = announcements.get(tx);
  if (!waiting) throw new Error('Only a transaction of a tenant announces');
  waiting.push(`notify ${channel}, ${literal(payload)}`);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Runs the work in one transaction of one tenant. `begin` and the tenant id travel in one round trip. */
export async function runInTenant<T>(
  connection: Executor,
  { tenantId, begin }: TransactionScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!uuid.test(tenantId)) throw new Error('A tenant id must be a UUID');
  const waiting: string[] = [];
  announcements.set(connection, waiting);
  await sql.raw(sequenceOf([begin, `set local app.tenant_id = '${tenantId}'`])).execute(connection);
  try {
    const result = await insideTransaction(() => work(connection));
    await sql.raw([...waiting, 'commit'].join('; ')).execute(connection);
    return result;
  } catch (error) {
    // A broken connection cannot roll back; then the server does. The first error is the one to report.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}
