import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putSettings } from '@app/shared/contract/accounts.ts';
import { endOtherSessions, logIn, signOut } from '@app/shared/contract/auth.ts';
import { worldEvents } from '@app/shared/contract/world.ts';
import { testClock } from '../testing/clock.ts';
import { testNow } from '../testing/database/postgres.ts';
import { openFeed, ownersPassword, testApi } from '../testing/http/api.ts';
import { openBrowser, type Browser } from '../testing/http/browser.ts';
import { addUser } from '../testing/http/users.ts';
import { createApi } from '../src/api.ts';
import { EventPace } from '../src/features/world/events.ts';
import { nextWorldVersion } from '../src/lib/db/world-version.ts';

const api = testApi();
/** A pause lasts until its signal fires, so that no heartbeat comes by itself. */
const clock = {
  ...testClock(testNow),
  pause: (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      signal?.addEventListener('abort', () => resolve());
    }),
};
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  const ctx = { ...api.ctx, clock };
  app = await createApi(ctx, await openFeed(ctx), { operator: ctx });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Returns the same browser, connected to the server that listens on a port. */
const here = (browser: Browser): Browser => openBrowser(app, { cookies: browser.cookies });

function openStream({ cookies }: Browser): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return fetch(`${url}${worldEvents.path}`, { headers: { cookie } });
}

/** The events of a stream in turn, and `null` at its end. */
function eventsOf(response: Response): { next(): Promise<string | null> } {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      for (;;) {
        const [event, ...rest] = text.split('\n\n');
        if (rest.length === 0) {
          const { value, done = true } = (await reader?.read()) ?? {};
          if (done) return null;
          text += value ?? '';
        } else {
          text = rest.join('\n\n');
          if (event?.startsWith('event:')) return event;
        }
      }
    },
  };
}

test('a stream of events ends at once with its session, and when the rights of its user change', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const elsewhere = api.browser();
  await elsewhere.call(logIn, { body: { email: owner.email, password: ownersPassword } });
  const [ofOwner, ofElsewhere, ofUser] = await Promise.all([owner, elsewhere, user].map(openStream));
  const body = { changedEmailAddresses: [{ emailAddressId: user.emailAddressId, subscribedToNewsletter: true }] };

  await here(owner).call(putSettings, { body });
  expect(await ofUser?.text()).toBe('retry: 2000\n\n');
  await here(owner).call(endOtherSessions);
  expect(await ofElsewhere?.text()).toBe('retry: 2000\n\n');
  await here(owner).call(signOut);
  expect(await ofOwner?.text()).toBe('retry: 2000\n\n');
  expect((await openStream(owner)).status).toBe(401);
});

test('a stream ends within 20 seconds after its session ended elsewhere, also while there is much to tell', async () => {
  const { tenantId, ...owner } = await api.owner();
  const stream = await openStream(owner);
  await api.worker.tenant(tenantId, (tx) => sql`delete from sessions where tenant_id = ${tenantId}`.execute(tx));
  clock.advance(20_000);
  await api.worker.tenant(tenantId, (tx) => nextWorldVersion(tx, tenantId));

  expect(await stream.text()).toBe('retry: 2000\n\n');
});

test('four changes in one second are told at once, and those after them together', async () => {
  const { tenantId, ...owner } = await api.owner();
  const stream = eventsOf(await openStream(owner));
  const change = () => api.worker.tenant(tenantId, (tx) => nextWorldVersion(tx, tenantId));

  for (let version = 1; version <= 4; version += 1) {
    await change();
    expect(await stream.next()).toBe(`event: world\ndata: {"version":"${version}"}`);
  }
  const later = eventsOf(await openStream(owner));
  await change();
  // The announcement has come, and the first stream has heard it too.
  expect(await later.next()).toBe('event: world\ndata: {"version":"5"}');

  await here(owner).call(signOut);
  expect([await stream.next(), await later.next()]).toEqual([null, null]);
});

test('a change that people wait for is told at once, also after figures that are told together', async () => {
  const { tenantId, ...owner } = await api.owner();
  const [stream, other] = [eventsOf(await openStream(owner)), eventsOf(await openStream(owner))];
  const change = (isQuiet: boolean) => api.worker.tenant(tenantId, (tx) => nextWorldVersion(tx, tenantId, { isQuiet }));

  await change(true);
  expect(await stream.next()).toBe('event: world\ndata: {"version":"1"}');
  await change(true);
  await change(true);
  for (const version of ['4', '5', '6', '7']) {
    await change(false);
    expect(await stream.next()).toBe(`event: world\ndata: {"version":"${version}"}`);
  }

  expect(await other.next()).toBe('event: world\ndata: {"version":"1"}');
  expect(await other.next()).toBe('event: world\ndata: {"version":"4"}');
  await here(owner).call(signOut);
});

const waitsOf = (isQuiet: boolean, times: readonly number[]): readonly number[] => {
  const pace = new EventPace();
  return times.map((atMs) => {
    const waitMs = pace.waitMs({ isQuiet }, 1_000_000 + atMs);
    pace.count({ isQuiet }, 1_000_000 + atMs + waitMs);
    return waitMs;
  });
};

test('a stream whose four events are spent has one more each second', () => {
  expect(waitsOf(false, [0, 0, 0, 0, 0, 2000, 2500, 60_000])).toEqual([0, 0, 0, 0, 1000, 0, 500, 0]);
});

test('a stream tells of figures every two seconds', () => {
  expect(waitsOf(true, [0, 0, 3000, 60_000])).toEqual([0, 2000, 1000, 0]);
});

test('a browser that leaves before its session is found does not keep a stream', async () => {
  const owner = await api.owner();
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tenant: typeof api.ctx.db.tenant = async (...work) => {
    asked.resolve();
    await left.promise;
    return api.ctx.db.tenant(...work);
  };
  const ctx = { ...api.ctx, clock, db: { ...api.ctx.db, tenant } };
  const slow = await createApi(ctx, await openFeed(ctx), { operator: ctx });
  const address = await slow.listen({ port: 0, host: '127.0.0.1' });
  slow.server.on('connection', (socket) => socket.on('close', () => left.resolve()));
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const gone = new AbortController();
  const open = (signal?: AbortSignal) =>
    fetch(`${address}${worldEvents.path}`, { headers: { cookie }, ...(signal && { signal }) });

  const leaving = open(gone.signal).catch(() => null);
  await asked.promise;
  gone.abort();
  await leaving;
  await left.promise;
  const streams = [];
  for (let n = 0; n < 10; n += 1) streams.push(await open());

  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await openBrowser(slow, { cookies: owner.cookies }).call(signOut);
  await Promise.all(streams.map((stream) => stream.text()));
  await slow.close();
});

test('a session has ten streams at most', async () => {
  const owner = await api.owner();
  const streams = [];
  for (let n = 0; n < 11; n += 1) streams.push(await openStream(owner));

  expect(streams.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  await here(owner).call(signOut);
  await Promise.all(streams.map((stream) => stream.text()));
});
