import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { openTcpProxy, type TcpProxy } from '../../../testing/database/tcp-proxy.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { openDb, type Db, type Executor, type Tx } from './db.ts';
import { untilClosed } from './executor.ts';
import { GuardedClient } from './guarded-client.ts';
import { openingOf } from './opening-client.ts';
import { sequenceOf } from './sequence-client.ts';
import { announce } from './tenant-transaction.ts';
import type { DbLimits } from './limits.ts';
import { DatabaseUnavailable, isOutage, NodeUnavailable } from './unavailable.ts';

const database = testDatabase();
const tenantId = crypto.randomUUID();

/** Long limits: each test shortens only the one that it is about. */
const patient: DbLimits = { acquireMs: 15_000, statementMs: 15_000, answerMs: 15_000, idleInTransactionMs: 15_000 };

let proxy: TcpProxy;
let opened: Db[];

beforeEach(async () => {
  proxy = await openTcpProxy(inject('postgres').port);
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await proxy.close();
});

/** Opens a pool of one connection, so that the next user receives the connection that the previous one left. */
function open(limits: Partial<DbLimits> = {}): Db {
  const url = proxy.url(database.workerUrl);
  const db = openDb({ url, maxConnections: 1, limits: { ...patient, ...limits }, onIdleError: () => undefined });
  opened.push(db);
  return db;
}

async function backendOf(db: Executor): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

const countAttempt = (db: Executor, subject: string) =>
  sql`insert into login_attempts (subject, failures, last_at) values (${subject}, 1, now())`.execute(db);

async function subjects(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select a.subject from login_attempts a order by 1`.execute(db);
  return rows.map(({ subject }) => subject);
}

const tenantSet = sql<{ tenantId: string }>`select current_setting('app.tenant_id', true) as "tenantId"`;
const sleep = (tx: Tx, seconds: number) => sql`select pg_sleep(${seconds}::float8)`.execute(tx);

test('a transaction is committed even if a listener to its announcement fails, and the other listeners are told', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  const db = open();
  const told: string[] = [];
  const mistake = new Error('a mistake of the listener');
  db.onAnnounced(() => {
    throw mistake;
  });
  db.onAnnounced(({ payload }) => void told.push(payload));

  const result = await db.tenant(tenantId, (tx) => {
    announce('world', `${tenantId}:1`);
    return backendOf(tx);
  });

  expect(result).toBe(await backendOf(db.global));
  expect(told).toEqual([`${tenantId}:1`]);
  expect(warned).toHaveBeenCalledExactlyOnceWith(mistake);
});

test('a connection that is never idle for long is replaced when it is five minutes old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = open();
  const first = await backendOf(db.global);
  const isFirst: boolean[] = [];

  for (let minutes = 1; minutes <= 5; minutes += 1) {
    vi.advanceTimersByTime(minuteMs);
    isFirst.push((await backendOf(db.global)) === first);
  }

  expect(isFirst).toEqual([true, true, true, true, false]);
});

test('a statement that takes too long is cancelled by the server, and the connection is used again', async () => {
  const db = open({ statementMs: 1000 });
  const backend = await backendOf(db.global);

  await expect(db.tenant(tenantId, (tx) => sleep(tx, 10))).rejects.toThrow(/not available: canceling statement/);

  expect(await backendOf(db.global)).toBe(backend);
});

const countSleeping = (): Promise<number> =>
  withClient(database.superuserUrl, async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'",
      [database.name],
    );
    return rows.length;
  });

test('a statement for a tenant whose data node says nothing is ended, and one for another tenant is not', async () => {
  const stuck = crypto.randomUUID();
  const clients = [stuck, tenantId].map(() => new GuardedClient({ connectionString: database.workerUrl }));
  const work = clients.map(async (client, index) => {
    const asked: pg.Client = client;
    await asked.connect();
    await asked.query(sequenceOf(['begin', `set local app.tenant_id = '${index === 0 ? stuck : tenantId}'`]));
    return asked.query(`select pg_sleep(${index === 0 ? 60 : 1})`);
  });
  const ended = Promise.allSettled(work);
  await expect.poll(countSleeping, { interval: 20 }).toBe(2);

  for (const client of clients) client.leaveIfStuck(new Set([stuck]));

  const [ofStuck, ofOther] = await ended;
  expect(ofStuck).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
  expect(ofOther).toMatchObject({ status: 'fulfilled' });
  await clients[1]?.end();
});

test('a data node that the coordinator does not reach is no outage of the database', async () => {
  const db = open();
  const lost = sql`do $$ begin
    raise exception 'connection to the remote node failed' using errcode = '08006';
  end $$`;

  const failure = await db.tenant(tenantId, (tx) => lost.execute(tx)).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(NodeUnavailable);
  expect(isOutage(failure)).toBe(false);
  expect(isOutage(new DatabaseUnavailable(failure))).toBe(true);
});

test('a connection whose answer does not come in time is abandoned with its transaction', async () => {
  const db = open({ answerMs: 1000 });
  const former: number[] = [];

  const given = db.tenant(tenantId, async (tx) => {
    former.push(await backendOf(tx));
    await countAttempt(tx, 'given up');
    await sleep(tx, 4);
  });
  await expect(given).rejects.toThrow('The database is not available: Query read timeout');
  await db.tenant(tenantId, async (tx) => {
    expect(former).not.toContain(await backendOf(tx));
    await countAttempt(tx, 'next user');
  });

  expect(await subjects(db.global)).toEqual(['next user']);
});

test('a server that vanishes within a transaction costs one time limit, and its connection is not used again', async () => {
  const db = open({ answerMs: 1000 });

  const lost = db.tenant(tenantId, async (tx) => {
    await backendOf(tx);
    proxy.fallSilent();
    await sleep(tx, 0);
  });
  await expect(lost).rejects.toThrow(DatabaseUnavailable);
  proxy.restore();

  expect(await backendOf(db.global)).toBeGreaterThan(0);
  expect(proxy.attempts).toBe(2);
});

test('a connection that is reset within a transaction fails that transaction alone', async () => {
  const db = open();

  const lost = db.tenant(tenantId, async (tx) => {
    await backendOf(tx);
    proxy.reset();
    await sleep(tx, 10);
  });

  await expect(lost).rejects.toThrow(DatabaseUnavailable);
  expect(await backendOf(db.global)).toBeGreaterThan(0);
});

test('a connection that the server ends between two statements of a transaction fails that transaction alone', async () => {
  const db = open({ idleInTransactionMs: 50 });
  const ended = Promise.withResolvers<void>();

  const idle = db.tenant(tenantId, async (tx) => {
    await backendOf(tx);
    await expect.poll(() => proxy.open).toBe(0);
    ended.resolve();
    await backendOf(tx);
  });

  await expect(idle).rejects.toThrow(DatabaseUnavailable);
  await ended.promise;
  expect(await backendOf(db.global)).toBeGreaterThan(0);
});

test('a refused connection is reported at once, and the next user connects again', async () => {
  const db = open();
  proxy.refuse();
  await expect(backendOf(db.global)).rejects.toThrow(DatabaseUnavailable);

  proxy.restore();

  expect(await backendOf(db.global)).toBeGreaterThan(0);
});

test('a connection attempt that takes too long is abandoned', async () => {
  const db = open({ acquireMs: 1000 });
  proxy.fallSilent();
  await expect(backendOf(db.global)).rejects.toThrow(DatabaseUnavailable);

  proxy.restore();

  expect(await backendOf(db.global)).toBeGreaterThan(0);
});

test('a caller that gets no connection of the pool in time fails, and the other callers go on', async () => {
  const db = open({ acquireMs: 1000 });
  const turnedAway = Promise.withResolvers<unknown>();

  const first = db.tenant(tenantId, async (tx) => {
    await backendOf(tx);
    await backendOf(db.global).catch(turnedAway.resolve);
    return backendOf(tx);
  });

  expect(await turnedAway.promise).toBeInstanceOf(DatabaseUnavailable);
  expect(await first).toBeGreaterThan(0);
});

test('an error in a statement does not count as an outage, and the connection is used again', async () => {
  const db = open();
  const backend = await backendOf(db.global);

  const error: unknown = await sql`select 1 / 0`.execute(db.global).catch((cause: unknown) => cause);

  expect(error).toMatchObject({ code: '22012' });
  expect(await backendOf(db.global)).toBe(backend);
});

test('statements that do not wait for each other are sent before the first one is answered', async () => {
  const db = open();

  const numbers = await db.tenant(tenantId, async (tx) => {
    await backendOf(tx);
    proxy.holdAnswersUntil('as "second"');
    return Promise.all([
      sql<{ first: number }>`select 1 as "first"`.execute(tx),
      sql<{ second: number }>`select 2 as "second"`.execute(tx),
    ]);
  });

  expect(numbers.map(({ rows }) => rows)).toEqual([[{ first: 1 }], [{ second: 2 }]]);
});

test('a transaction begins together with its first statement', async () => {
  const db = open();
  await backendOf(db.global);

  const rows = await db.tenant(tenantId, (tx) => {
    proxy.holdAnswersUntil('as "tenantId"');
    return tenantSet.execute(tx);
  });

  expect(rows.rows).toEqual([{ tenantId }]);
  expect((await tenantSet.execute(db.global)).rows).toEqual([{ tenantId: '' }]);
});

test('a transaction without statements commits nothing and leaves the connection ready', async () => {
  const db = open();

  expect(await db.tenant(tenantId, () => Promise.resolve('done'))).toBe('done');

  expect(await db.tenant(tenantId, (tx) => tenantSet.execute(tx))).toMatchObject({ rows: [{ tenantId }] });
});

const opening = ['begin', "set local app.tenant_id = 'refused'", 'select 1 / 0'];

async function withOpening(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client: pg.Client = new GuardedClient({
    connectionString: database.workerUrl,
    pipeline: true,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const dividing = (by: number): [string, number[]] => ['/* prepared */ select 1 / $1::int as result', [by]];

const countingNow = (subject: string): [string, string[]] => [
  '/* prepared */ insert into login_attempts (subject, failures, last_at) values ($1, 1, now())',
  [subject],
];

test('no statement of a transaction whose begin was refused is executed, and the next transaction is not affected', async () => {
  await withOpening(async (client) => {
    const sent = [
      client.query(openingOf(opening)),
      client.query(...countingNow('first')),
      client.query(...countingNow('second')),
    ];
    const outcomes = await Promise.allSettled(sent);
    const later = await client.query(...countingNow('later')).catch((error: unknown) => error);
    await client.query('rollback');

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(later).toMatchObject({ code: '22012' });
    const stored = async () => (await client.query<{ subject: string }>('select subject from login_attempts')).rows;
    expect(await stored()).not.toEqual(
      expect.arrayContaining([{ subject: expect.stringMatching(/first|second|later/) }]),
    );
    await Promise.all([client.query(openingOf(['begin'])), client.query(...countingNow('of the next'))]);
    await client.query(...countingNow('of the next too'));
    await client.query('commit');
    expect(await stored()).toEqual(
      expect.arrayContaining([{ subject: 'of the next' }, { subject: 'of the next too' }]),
    );
  });
});

test('a first statement that fails can be repeated in the next transaction, also if it is prepared', async () => {
  await withOpening(async (client) => {
    for (const by of [0, 1]) {
      const [, first] = await Promise.allSettled([client.query(openingOf(['begin'])), client.query(...dividing(by))]);
      await client.query('rollback');
      expect(first.status).toBe(by === 0 ? 'rejected' : 'fulfilled');
    }
    const unknown = '/* prepared */ select $1::int as result from nothing';
    for (let time = 0; time < 2; time += 1) {
      const [, first] = await Promise.allSettled([client.query(openingOf(['begin'])), client.query(unknown, [1])]);
      await client.query('rollback');
      expect(first).toMatchObject({ status: 'rejected', reason: { code: '42P01' } });
    }
  });
});

test('after a statement that fails those that were sent with it fail too, and the transaction leaves nothing', async () => {
  const db = open();
  const backend = await backendOf(db.global);

  const failing = db.tenant(tenantId, (tx) =>
    Promise.all([countAttempt(tx, 'before'), sql`select 1 / 0`.execute(tx), countAttempt(tx, 'after')]),
  );

  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const stored = await subjects(db.global);
  expect(stored.filter((subject) => ['before', 'after'].includes(subject))).toEqual([]);
  expect(await backendOf(db.global)).toBe(backend);
});

test('a statement that comes after its transaction has failed is not sent', async () => {
  const db = open();
  const failed = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();

  const failing = db.tenant(tenantId, (tx) => {
    const later = failed.promise.then(() => countAttempt(tx, 'late'));
    later.then(late.resolve, late.resolve);
    return Promise.all([sql`select 1 / 0`.execute(tx), later]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  await db.tenant(crypto.randomUUID(), async () => {
    failed.resolve();
    expect(await late.promise).toMatchObject({ message: 'The transaction has ended' });
  });

  expect(await subjects(db.global)).not.toContain('late');
});

test('a connection is closed only after the statements that it has taken are answered', async () => {
  const answer = Promise.withResolvers<never>();
  const busy = open()
    .global.getExecutor()
    .withConnectionProvider({ provideConnection: () => answer.promise });
  const { connection, close } = untilClosed({ getExecutor: () => busy });
  const events: string[] = [];

  const statement = backendOf(connection).catch(() => events.push('answered'));
  const closing = close().then(() => events.push('closed'));
  await expect(backendOf(connection)).rejects.toThrow('The transaction has ended');
  expect(events).toEqual([]);
  answer.reject(new Error('Refused'));
  await Promise.all([statement, closing]);

  expect(new Set(events)).toEqual(new Set(['answered', 'closed']));
});

test('a transaction that caught the error of a statement does not count as committed', async () => {
  const db = open();

  const caught = db.tenant(tenantId, async (tx) => {
    await countAttempt(tx, 'caught');
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });

  await expect(caught).rejects.toThrow('The transaction was rolled back');
  expect(await subjects(db.global)).not.toContain('caught');
});

const counting = (subject: string) =>
  sql`insert into login_attempts (subject, failures, last_at) values (${subject}, 1, now())`;

test('statements that travel together are committed together, as their tenant', async () => {
  const db = open();

  const rows = await db.atOnce(tenantId, tenantSet, [counting('first'), counting('second')]);

  expect(rows).toEqual([{ tenantId }]);
  expect(await subjects(db.global)).toEqual(expect.arrayContaining(['first', 'second']));
  expect((await tenantSet.execute(db.global)).rows).toEqual([{ tenantId: '' }]);
});

test('a failure among statements that travel together undoes all of them', async () => {
  const db = open();

  await expect(db.atOnce(tenantId, counting('after'), [sql`select 1 / 0`])).rejects.toMatchObject({ code: '22012' });
  await expect(db.atOnce(tenantId, sql`select 1 / 0`, [counting('before')])).rejects.toMatchObject({ code: '22012' });

  expect(await subjects(db.global)).not.toContain('after');
  expect(await subjects(db.global)).not.toContain('before');
  expect(await db.atOnce(tenantId, tenantSet)).toEqual([{ tenantId }]);
});
