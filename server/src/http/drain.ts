import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../lib/clock.ts';

const patienceMs = 10_000;
const lookEveryMs = 20;

/**
 * Lets calls under way finish before the server closes. A reply whose headers have been sent may be a stream without
 * an end, so the server does not wait for it.
 */
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
