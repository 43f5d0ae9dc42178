import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { drainingServer, drainOnClose } from './drain.ts';
import { healthRoutes } from './health.ts';

const noon = new Date('2026-06-15T12:00:00Z');
const noticeMs = 5_000;

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server with one route that waits until the test releases it, and one that streams without an end. */
async function listening({ withNotice = false } = {}) {
  const started = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const noticed = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  app = Fastify(drainingServer);
  healthRoutes(app, { checkDatabase: async () => undefined, figures: [], metricsToken: null });
  const clock = testClock(noon);
  const pause = async (ms: number): Promise<void> => {
    if (ms !== noticeMs) return clock.pause(ms);
    noticed.resolve();
    await left.promise;
  };
  drainOnClose(app, { clock: { now: () => noon, pause }, noticeMs: withNotice ? noticeMs : 0 });
  app.get('/slow', async () => {
    started.resolve();
    await letGo.promise;
    return 'finished';
  });
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write('event: world\n\n');
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, url, started, letGo, noticed, left };
}

test('a call under way is answered before the server closes', async () => {
  const { app: closing, url, started, letGo } = await listening();
  const answer = fetch(`${url}/slow`).then((response) => response.text());
  await started.promise;

  const closed = closing.close();
  letGo.resolve();

  expect(await answer).toBe('finished');
  await closed;
});

test('a stream that has no end does not keep the server from closing', async () => {
  const { app: closing, url } = await listening();
  const reader = (await fetch(`${url}/stream`)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);

  await closing.close();

  await expect(reader?.read()).rejects.toThrow(/terminated/);
});

test('a server that was told to close says that it is not ready, and answers every call until the proxy has left', async () => {
  const { app: closing, url, letGo, noticed, left } = await listening({ withNotice: true });
  letGo.resolve();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const closed = closing.close();
  await noticed.promise;

  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const answer = await fetch(`${url}/slow`);
  expect([answer.status, answer.headers.get('connection'), await answer.text()]).toEqual([200, 'close', 'finished']);
  left.resolve();
  await closed;
  await expect(fetch(`${url}/slow`)).rejects.toThrow(/fetch failed/);
});
