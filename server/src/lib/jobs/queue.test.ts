import { pino } from 'pino';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { testDatabase } from '../../../testing/database/database.ts';
import { openTestDb } from '../../../testing/database/factories.ts';
import { openTcpProxy } from '../../../testing/database/tcp-proxy.ts';
import type { Db } from '../db/db.ts';
import { dbLimits, type DbLimits } from '../db/limits.ts';
import { defineJob } from './job.ts';
import { openQueue, type Queue } from './queue.ts';

const database = testDatabase();
const payload = z.object({ n: z.number() });
const common = { payload, key: ({ n }: { n: number }) => String(n), batchSize: 1, concurrency: 1 };
const exclusive = defineJob({ ...common, name: 'exclusive', policy: 'exclusive' });
const short = defineJob({ ...common, name: 'short', policy: 'short', batchSize: 10 });
const group = { most: 1, of: ({ n }: { n: number }) => (n < 10 ? 'slow' : 'other') };
const grouped = defineJob({ ...common, name: 'grouped', policy: 'exclusive', concurrency: 2, group });
const pair = defineJob({ ...common, name: 'pair', policy: 'exclusive', concurrency: 2 });
const jobs = [exclusive, short, grouped, pair];
const lines: { readonly job?: string; readonly msg: string }[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });

let db: Db;
let queues: Queue[] = [];

const open = async (url = database.workerUrl, limits: DbLimits = dbLimits.queue): Promise<Queue> => {
  const queue = await openQueue({ url, limits, jobs, log });
  queues.push(queue);
  return queue;
};

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
beforeEach(async () => {
  queues = [];
  return async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await sql`delete from pgboss.job`.execute(db.global);
  };
});
afterAll(() => db.close());

/** A promise that the test resolves. */
const signal = () => Promise.withResolvers<void>();

const unfinished = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where state < 'completed'`.execute(db.global))
    .rows;

test('for each key at most one job waits or runs, across all processes', async () => {
  const [one, other] = [await open(), await open()];
  const taken: number[] = [];
  const running = signal();
  const release = signal();
  const run = async (payloads: readonly { n: number }[]) => {
    taken.push(...payloads.map(({ n }) => n));
    running.resolve();
    await release.promise;
  };
  await one.work(exclusive, run);
  await other.work(exclusive, run);

  await one.send(exclusive, [{ n: 1 }]);
  await running.promise;
  await one.send(exclusive, [{ n: 1 }]);
  await other.send(exclusive, [{ n: 1 }, { n: 2 }]);
  await expect.poll(() => taken).toEqual([1, 2]);
  release.resolve();

  await expect.poll(unfinished).toEqual([{ n: 0 }]);
  expect(taken).toEqual([1, 2]);
});

test('a group that has as many runs as it may have leaves the other workers to other groups', async () => {
  const queue = await open();
  const taken: string[] = [];
  const release = signal();
  await queue.work(grouped, async (payloads) => {
    taken.push(...payloads.map(group.of));
    if (payloads.every(({ n }) => n < 10)) await release.promise;
  });

  await queue.send(grouped, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 10 }, { n: 11 }]);

  await expect.poll(() => taken.toSorted()).toEqual(['other', 'other', 'slow']);
  release.resolve();
  await expect.poll(() => taken).toHaveLength(5);
});

test('jobs with a later start time are taken when it comes, by as many workers as there are', async () => {
  const queue = await open();
  const taken: number[] = [];
  const all = signal();
  await queue.work(pair, async (payloads) => {
    taken.push(...payloads.map(({ n }) => n));
    if (taken.length === 2) all.resolve();
    await all.promise;
  });

  await queue.send(pair, [{ n: 1 }, { n: 2 }], { startAfter: new Date(Date.now() + 1500) });
  await all.promise;

  expect(new Set(taken)).toEqual(new Set([1, 2]));
});

test('a change made while a job runs is not lost: one more job of its key may wait', async () => {
  const queue = await open();
  const runs: number[][] = [];
  const running = signal();
  const release = signal();
  await queue.work(short, async (payloads) => {
    runs.push(payloads.map(({ n }) => n).toSorted((a, b) => a - b));
    running.resolve();
    await release.promise;
  });

  await queue.send(short, [{ n: 1 }]);
  await running.promise;
  await queue.send(short, [{ n: 1 }]);
  await queue.send(short, [{ n: 1 }]);
  await queue.send(short, [{ n: 2 }]);
  release.resolve();

  await expect.poll(() => runs).toEqual([[1], [1, 2]]);
});

test('a job that is sent in a transaction becomes visible at its commit, and never after a rollback', async () => {
  const queue = await open();
  const tenantId = crypto.randomUUID();
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from pgboss.job`.execute(db.global)).rows[0]?.n;

  await expect(
    db.tenant(tenantId, async (tx) => {
      await queue.send(short, [{ n: 1 }], { tx });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  const afterRollback = await count();
  await db.tenant(tenantId, (tx) => queue.send(short, [{ n: 1 }], { tx }));

  expect(afterRollback).toBe(0);
  expect(await count()).toBe(1);
});

test('a run that throws is repeated, and the failure is logged', async () => {
  const queue = await open();
  let runs = 0;
  await queue.work(exclusive, async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
  });

  await queue.send(exclusive, [{ n: 7 }]);

  await expect.poll(() => runs).toBe(2);
  expect(lines).toMatchObject([{ job: 'exclusive', msg: 'a job has failed and is tried again' }]);
});

test('the statement that looks for jobs is prepared', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  const queue = await open();

  await queue.work(exclusive, () => Promise.resolve());

  const search = { name: expect.any(String), text: expect.stringContaining('UPDATE pgboss.') };
  await expect.poll(() => sent.mock.calls.map(([query]) => query)).toContainEqual(expect.objectContaining(search));
});

test('stopping waits for running jobs', async () => {
  const queue = await open();
  const running = signal();
  const release = signal();
  let isDone = false;
  await queue.work(exclusive, async () => {
    running.resolve();
    await release.promise;
    isDone = true;
  });
  await queue.send(exclusive, [{ n: 9 }]);
  await running.promise;

  const stopped = queue.stop();
  release.resolve();
  await stopped;
  queues = [];

  expect(isDone).toBe(true);
});

test('a send fails in time when the database vanishes, and jobs run when it is back', async () => {
  const proxy = await openTcpProxy(inject('postgres').port);
  const queue = await open(proxy.url(database.workerUrl), { ...dbLimits.queue, acquireMs: 2000, answerMs: 2000 });
  const ran = signal();
  await queue.work(exclusive, async () => ran.resolve());
  proxy.fallSilent();

  await expect(queue.send(exclusive, [{ n: 11 }])).rejects.toThrow(/time/);
  proxy.restore();
  const isSent = () =>
    queue.send(exclusive, [{ n: 12 }]).then(
      () => true,
      () => false,
    );
  await expect.poll(isSent).toBe(true);

  await ran.promise;
  await proxy.close();
});
