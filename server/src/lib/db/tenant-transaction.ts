import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type RawBuilder } from 'kysely';
import { insideTransaction } from '../leave-process.ts';
import { untilClosed, type Executor, type Tx } from './executor.ts';
import { openingOf } from './opening-client.ts';
import { sequenceOf } from './sequence-client.ts';

export interface TransactionScope {
  readonly tenantId: string;
  readonly isOnCluster: boolean;
  /** Called after a commit that announces something, before the result of the work is returned. */
  onAnnounced(announcements: readonly Announcement[]): void;
}

/** A notification, as its channel and payload. */
export interface Announcement {
  readonly channel: string;
  readonly payload: string;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The connections of transactions to the coordinator of a cluster. */
const onCluster = new WeakSet<Executor>();

/** Whether the rows of tenants are on other nodes than the one to which the transaction is connected. */
export const isOnCluster = (tx: Tx): boolean => onCluster.has(tx);

/** The notifications of the transaction in which the code runs. */
const announcements = new AsyncLocalStorage<Map<string, Announcement>>();

/**
 * Announces something to listening processes when the transaction commits, in the round trip of the commit. NOTIFY is a
 * statement of its own, because as a part of one that writes rows of a tenant it would run on the node that has these
 * rows, where nobody listens. The same announcement is made once.
 */
export function announce(channel: string, payload: string): void {
  const waiting = announcements.getStore();
  if (!waiting) throw new Error('Only a transaction of a tenant announces');
  waiting.set(`notify ${channel}, ${literal(payload)}`, { channel, payload });
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Asks once per pool, because an extension is not added to a database in use. */
export async function findCluster(connection: Executor): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(connection);
  return rows.length > 0;
}

export const beginSnapshot = 'begin isolation level repeatable read read only';

/**
 * Runs the work in one transaction of one tenant. `begin` and the tenant id travel together with the first statement of
 * the work. In a snapshot its other statements do not wait for the answer to `begin`. In other transactions they do,
 * because a write that ran after a refused `begin` could not be rolled back.
 */
export async function runInTenant<T>(
  connection: Executor,
  { tenantId, begin, isOnCluster: isDistributed, onAnnounced }: TransactionScope & { readonly begin: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const waiting = new Map<string, Announcement>();
  const { connection: tx, close } = untilClosed(connection);
  if (isDistributed) onCluster.add(tx);
  const opens = begin === beginSnapshot ? sequenceOf : openingOf;
  const begun = opening(begin, { tenantId, opens }).execute(connection);
  // A refusal is reported below. It must not count as unhandled while the work still runs.
  begun.catch(() => undefined);
  try {
    const result = await announcements.run(waiting, () => insideTransaction(() => work(tx)));
    await close();
    const ending = sql.raw<{ command?: string }>([...waiting.keys(), 'commit'].join('; '));
    const [ended] = await Promise.all([ending.execute(connection), begun]);
    if (isRolledBack(ended)) throw rolledBack();
    if (waiting.size > 0) onAnnounced([...waiting.values()]);
    return result;
  } catch (error) {
    await close();
    // A broken connection cannot roll back; then the server does. The first error is the one to report.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

interface StatementsAtOnce<Row> {
  readonly tenantId: string;
  readonly statement: RawBuilder<Row>;
  readonly before: readonly RawBuilder<unknown>[];
}

/**
 * Runs statements in one transaction of one tenant, and waits for their answers together. If `begin` is refused, each
 * of them is a transaction of its own and still changes only rows that it names with their tenant.
 */
export async function runAtOnce<Row>(
  connection: Executor,
  { tenantId, statement, before }: StatementsAtOnce<Row>,
): Promise<readonly Row[]> {
  const sent = [opening('begin', { tenantId, opens: sequenceOf }), ...before].map((one) => one.execute(connection));
  const answer = statement.execute(connection);
  const ending = sql.raw<{ command?: string }>('commit').execute(connection);
  // All answers are awaited before the connection is free for others.
  const failed = (await Promise.allSettled([...sent, answer, ending])).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  if (isRolledBack(await ending)) throw rolledBack();
  return (await answer).rows;
}

interface OpeningForm {
  readonly tenantId: string;
  /** Makes one text of the statements, which says when they are sent. */
  readonly opens: (statements: readonly string[]) => string;
}

function opening(begin: string, { tenantId, opens }: OpeningForm): RawBuilder<unknown> {
  if (!uuid.test(tenantId)) throw new Error('A tenant id must be a UUID');
  return sql.raw(opens([begin, `set local app.tenant_id = '${tenantId}'`]));
}

/** PostgreSQL answers so after a statement that failed, also if the work has caught its error. */
const isRolledBack = ({ rows }: { readonly rows: readonly { readonly command?: string }[] }): boolean =>
  rows[0]?.command === 'ROLLBACK';

const rolledBack = () => new Error('The transaction was rolled back: a statement in it had failed');
