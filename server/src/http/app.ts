import { join } from 'node:path';
import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { drainOnClose } from './drain.ts';
import { answerFrameworkError, mapErrors } from './errors.ts';
import { secureHeaders } from './secure-headers.ts';
import type { SessionCookie } from './session-cookie.ts';

const webFolder = join(import.meta.dirname, '../../../web/dist');
/** Half the CPU of the default level on a full world, which comes out as small (`npm run bench:world`). */
const gzipLevel = 3;
/** Bulk calls carry 10,000 item ids at most, which is under half of this. */
const bodyLimitBytes = 1_048_576;

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly random: Random;
  readonly clock: Clock;
  readonly isProduction: boolean;
  readonly cookie: SessionCookie;
}

/** The HTTP server without its routes. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, random, isProduction } = options;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => random.uuid(),
    // Only a proxy in our own network may say who the caller is; anybody else could invent the address.
    trustProxy: isProduction ? ['loopback', 'linklocal', 'uniquelocal'] : false,
    frameworkErrors: answerFrameworkError,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 250 },
  });
  drainOnClose(app, options.clock);
  mapErrors(app, options.cookie);
  secureHeaders(app, { isProduction });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['zstd', 'gzip'], zlibOptions: { level: gzipLevel } });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  });
  return app;
}

const isCall = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

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
  app.get('/*', (request, reply) => {
    // A page of an older version asks for parts that are gone: that is no screen of the application.
    if (isCall(request.url) || request.url.startsWith('/assets/')) return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
