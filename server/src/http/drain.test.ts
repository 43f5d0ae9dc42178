import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { drainOnClose } from './drain.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server with one route that waits until the test releases it, and one that streams without an end. */
async function listening() {
  const started = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  app = Fastify({ forceCloseConnections: true });
  drainOnClose(app, { ...testClock(new Date('2026-06-15T12:00:00Z')), now: () => new Date('2026-06-15T12:00:00Z') });
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
  return { app, url, started, letGo };
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
