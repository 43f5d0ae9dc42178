import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { heldClock, type HeldClock } from '../../../testing/held-clock.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { openTcpProxy, type TcpProxy } from '../../../testing/database/tcp-proxy.ts';
import { systemRandom } from '../random.ts';
import { openDb } from './db.ts';
import { dbLimits } from './limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { openListener, type NotificationListener } from './listen.ts';

const database = testDatabase();
const random = { ...systemRandom, fraction: () => 0 };
const log = pino({ level: 'silent' });
const pingIn = 5000;

let proxy: TcpProxy;
let clock: HeldClock;
let listening: NotificationListener;
let heard: string[];

beforeEach(async () => {
  proxy = await openTcpProxy(inject('postgres').port);
  clock = heldClock(testNow);
  heard = [];
});
afterEach(async () => {
  await listening.close();
  await proxy.close();
});

async function open(): Promise<void> {
  listening = await openListener(
    { url: proxy.url(database.apiUrl), clock, random, log },
    { channels: { news: (payload) => void heard.push(payload) }, onConnect: () => void heard.push('connected') },
  );
}

/** Waits until the loop has exactly one pending pause, of this length. */
async function expectWait(ms: number): Promise<void> {
  await expect.poll(() => clock.pauses()).toEqual([ms]);
}

async function notify(payload: string): Promise<void> {
  await withClient(database.superuserUrl, (client) => client.query('select pg_notify($1, $2)', ['news', payload]));
  await expect.poll(() => heard).toContain(payload);
}

test('each notification reaches the callback of its channel', async () => {
  await open();

  await notify('first');

  expect(heard).toEqual(['connected', 'first']);
});

test('ten seconds of refused connections are five attempts by one loop, and one connection follows', async () => {
  await open();
  const before = proxy.attempts;
  proxy.refuse();

  for (const waitMs of [200, 400, 800, 1600, 3200]) {
    await expectWait(waitMs);
    clock.advance(waitMs);
  }
  await expectWait(5000);
  clock.advance(3800);
  expect({ attempts: proxy.attempts - before, waits: clock.pauses() }).toEqual({ attempts: 5, waits: [1200] });
  proxy.restore();
  clock.advance(1200);

  await expect.poll(() => listening.isConnected).toBe(true);
  expect({ attempts: proxy.attempts - before, open: proxy.open }).toEqual({ attempts: 6, open: 1 });
  await notify('back');
  expect(heard).toEqual(['connected', 'connected', 'back']);
});

test('a database that is down at the start is connected to when it comes up', async () => {
  proxy.refuse();
  await open();
  expect(listening.isConnected).toBe(false);
  proxy.restore();

  await expectWait(200);
  clock.advance(200);

  await expect.poll(() => listening.isConnected).toBe(true);
});

test('the wait grows for a server that accepts connections and drops them at once', async () => {
  await open();
  for (const waitMs of [200, 400, 800]) {
    await expectWait(pingIn);
    proxy.reset();
    await expectWait(waitMs);
    clock.advance(waitMs);
  }
  await expectWait(pingIn);
  clock.advance(pingIn);
  await expectWait(pingIn);

  proxy.reset();

  await expectWait(200);
  expect(listening.isConnected).toBe(false);
});

test('a connection that falls silent without being closed is abandoned within ten seconds', async () => {
  await open();
  const began = clock.now().getTime();
  proxy.fallSilent();
  await expectWait(pingIn);
  clock.advance(pingIn);
  await expectWait(4000);
  expect(listening.isConnected).toBe(true);

  clock.advance(4000);
  await expectWait(200);

  expect(listening.isConnected).toBe(false);
  expect(clock.now().getTime() - began).toBeLessThanOrEqual(10_000);
  proxy.restore();
  clock.advance(200);
  await expect.poll(() => listening.isConnected).toBe(true);
  expect(proxy.open).toBe(1);
  await notify('back');
});

test('work that waits for a server that has vanished is given up as soon as a new connection is answered', async () => {
  await open();
  const db = openDb({
    url: proxy.url(database.apiUrl),
    maxConnections: 1,
    limits: dbLimits.maintenance,
    onIdleError: () => undefined,
  });
  onTestFinished(() => db.close());
  await sql`select 1`.execute(db.global);
  proxy.fallSilent();
  const waiting = sql`select 2`.execute(db.global).catch((error: unknown) => error);
  for (const waitMs of [pingIn, 4000]) {
    await expectWait(waitMs);
    clock.advance(waitMs);
  }
  await expectWait(200);

  proxy.restore();
  clock.advance(200);

  expect(await waiting).toBeInstanceOf(DatabaseUnavailable);
  expect((await sql`select 3 as n`.execute(db.global)).rows).toEqual([{ n: 3 }]);
});

test('a server that accepts the connection and never answers is abandoned after four seconds', async () => {
  await open();
  proxy.fallSilent();
  proxy.reset();
  await expectWait(200);
  clock.advance(200);

  await expectWait(4000);
  clock.advance(4000);

  await expectWait(400);
  expect(listening.isConnected).toBe(false);
});

test('closing ends the connection and the loop', async () => {
  await open();

  await listening.close();

  expect(clock.pauses()).toEqual([]);
  await expect.poll(() => proxy.open).toBe(0);
});
