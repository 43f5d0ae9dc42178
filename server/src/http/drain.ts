import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../lib/clock.ts';

const patienceMs = 10_000;
const lookEveryMs = 20;

/** Lets calls under way finish before the server closes. Streams never finish: whoever has sent headers is not waited for. */
export function drainOnClose(app: FastifyInstance, clock: Clock): void {
  const running = new Set<FastifyReply>();
  app.addHook('onRequest', async (_request, reply) => {
    running.add(reply);
    reply.raw.once('close', () => running.delete(reply));
  });
  app.addHook('preClose', async () => {
    const giveUpAt = clock.now().getTime() + patienceMs;
    while (clock.now().getTime() < giveUpAt && [...running].some((reply) => !reply.raw.headersSent)) {
      await clock.pause(lookEveryMs);
    }
  });
}
