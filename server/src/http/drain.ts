import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../lib/clock.ts';

interface DrainOptions {
  readonly clock: Clock;
  /** How long the server still takes calls after it was told to close, so that the proxy in front of it leaves first. */
  readonly noticeMs: number;
}

/**
 * Settings of a server that drains. It answers calls while it is closing, because a proxy does not repeat a call that was
 * answered with 503, and it does not wait for streams.
 */
export const drainingServer = { forceCloseConnections: true, return503OnClosing: false } as const;

const patienceMs = 10_000;
const lookEveryMs = 20;

/**
 * Takes new calls until the proxy has had time to read that the server is leaving, and lets calls under way finish before
 * the server closes. A reply whose headers have been sent may be a stream without an end, so the server does not wait for
 * it.
 */
export function drainOnClose(app: FastifyInstance, { clock, noticeMs }: DrainOptions): void {
  const running = new Set<FastifyReply>();
  app.addHook('onRequest', async (_request, reply) => {
    running.add(reply);
    reply.raw.once('close', () => running.delete(reply));
  });
  app.addHook('preClose', async () => {
    if (noticeMs > 0) await clock.pause(noticeMs);
    const giveUpAt = clock.now().getTime() + patienceMs;
    while (clock.now().getTime() < giveUpAt && [...running].some((reply) => !reply.raw.headersSent)) {
      await clock.pause(lookEveryMs);
    }
  });
}
