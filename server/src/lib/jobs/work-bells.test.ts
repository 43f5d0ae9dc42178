import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { openTestDb } from '../../../testing/database/factories.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { openListener, type NotificationListener } from '../db/listen.ts';
import { systemRandom } from '../random.ts';
import type { Wake } from '../wake.ts';
import { pacedMs, startLoop } from './loop.ts';
import { announceGlobalWork, announceWork, workChannel, WorkBells } from './work-bells.ts';

const database = testDatabase();
const log = pino({ level: 'silent' });
const tenantId = crypto.randomUUID();

/** The database of another process than the one that listens. */
let other: Db;
let bells: WorkBells;
let heard: string[];
let listening: NotificationListener;

beforeAll(() => {
  other = openTestDb(database.apiUrl);
});
afterAll(() => other.close());
beforeEach(async () => {
  bells = new WorkBells();
  heard = [];
  const hear = (work: string): void => {
    heard.push(work);
    bells.ring(work);
  };
  listening = await openListener(
    { url: database.workerUrl, clock: systemClock, random: systemRandom, log },
    { channels: { [workChannel]: hear }, onConnect: () => bells.ringAll() },
  );
});
afterEach(() => listening.close());

const rung = (wake: Wake<true>): Promise<true | null> =>
  wake.next(systemClock, { waitMs: 50_000, signal: new AbortController().signal });

test('work that another process makes wakes all its loops when it is committed, and never after a rollback', async () => {
  const [mails, notifications] = [bells.wakeFor('alerts'), bells.wakeFor('alerts')];

  await expect(
    other.tenant(tenantId, async () => {
      announceWork('messages');
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await other.tenant(tenantId, async () => announceWork('alerts'));

  expect(await Promise.all([rung(mails), rung(notifications)])).toEqual([true, true]);
  expect(heard).toEqual(['alerts']);
});

test('work that a transaction announces several times is announced once', async () => {
  const end = bells.wakeFor('items');

  await other.tenant(tenantId, async () => {
    for (const work of ['alerts', 'messages', 'alerts', 'messages'] as const) announceWork(work);
  });
  await other.tenant(tenantId, async () => announceWork('items'));
  await rung(end);

  expect(heard).toEqual(['alerts', 'messages', 'items']);
});

test('work of global tables wakes its loop', async () => {
  const wake = bells.wakeFor('billing');

  await announceGlobalWork(other.global, 'billing');

  expect(await rung(wake)).toBe(true);
});

test('every loop looks when the listening connection was lost, as announcements were lost with it', async () => {
  const wakes = [bells.wakeFor('alerts'), bells.wakeFor('messages')];

  await withClient(database.superuserUrl, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                   where application_name = 'watchpost listen' and datname = current_database()`),
  );

  expect(await Promise.all(wakes.map(rung))).toEqual([true, true]);
  expect(heard).toEqual([]);
});

test.each([
  ['15 s after the last look', 1, 15_000],
  ['a second after it while time is sped up', 60, 1000],
])('work whose announcement was lost is found %s', async (_when, speedup, waitMs) => {
  const clock = testClock(testNow);
  const looks: number[] = [];
  const twice = Promise.withResolvers<void>();

  const loop = startLoop({
    name: 'make up mails',
    everyMs: pacedMs(speedup),
    wake: bells.wakeFor('alerts'),
    clock,
    random: systemRandom,
    log,
    turn: async () => {
      looks.push(clock.now().getTime() - testNow.getTime());
      if (looks.length === 2) twice.resolve();
    },
  });
  await twice.promise;
  await loop.stop();

  expect(looks.slice(0, 2)).toEqual([0, waitMs]);
});
