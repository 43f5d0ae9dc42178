import type { FastifyInstance } from 'fastify';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether the name or address is of this machine only. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/**
 * Refuses requests with foreign host names. Otherwise a web page could have its own host name resolved to this machine
 * (DNS rebinding) and use the sandbox.
 */
export function refuseOtherHosts(app: FastifyInstance, publicUrl: string | undefined): void {
  const own = publicUrl === undefined ? null : new URL(publicUrl).host;
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === own || isLoopback(request.hostname)) return undefined;
    return reply.code(421).send({ message: 'The sandbox answers under names of this machine only' });
  });
}
