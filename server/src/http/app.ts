import { join } from 'node:path';
import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Random } from '../lib/random.ts';
import { mapErrors } from './errors.ts';
import { secureHeaders } from './secure-headers.ts';

const webFolder = join(import.meta.dirname, '../../../web/dist');
/** Bulk calls carry 10,000 item ids at most, which is under half of this. */
const bodyLimitBytes = 1_048_576;

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly random: Random;
  readonly isProduction: boolean;
}

/** The HTTP server without its routes. */
export async function createApp({ log, random, isProduction }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    disableRequestLogging: true,
    bodyLimit: bodyLimitBytes,
    genReqId: () => random.uuid(),
    trustProxy: isProduction,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 250 },
  });
  mapErrors(app);
  secureHeaders(app, { isProduction });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], global: true });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  return app;
}

/** Serves the browser's application; every path that is no file and no call is one of its routes. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(webFolder)) return;
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (_request, reply) => reply.sendFile('index.html'));
}
