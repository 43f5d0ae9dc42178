import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { isCall } from './calls.ts';
import { drainingServer } from './drain.ts';
import { answerFrameworkError, mapErrors } from './errors.ts';
import { takeJson } from './json-bodies.ts';
import { secureHeadersOf, type PageOptions } from './secure-headers.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Takes half the CPU of the default level on a full world, with about the same size (`npm run bench:world`). */
const gzipLevel = 3;
/**
 * Answers up to this size are compressed in place, which takes about 1 ms. A stream to the thread pool costs 0.5 ms of
 * CPU for an answer of any size, and leaves garbage whose collection delays other calls.
 */
const compressedInPlaceBytes = 131_072;
/** The largest bulk call has 10,000 item ids, which take less than half of this. */
const bodyLimitBytes = 1_048_576;

/**
 * The time within which a client must have sent its request, because a slow client keeps a connection from others. A
 * file of 5 MB needs 0.7 Mbit/s.
 */
const requestTimeoutMs = 60_000;

interface AppOptions extends PageOptions {
  readonly log: FastifyBaseLogger;
  readonly random: Random;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
  /** The proxies whose forwarding headers count; a number is the number of trusted proxies in a row. */
  readonly trustedProxies: false | number | string[];
}

/** Creates the HTTP server without its routes. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, random, trustedProxies: proxies } = options;
  const headersOf = secureHeadersOf(options);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => random.uuid(),
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    // Fastify runs no hook for these errors, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply.headers(headersOf(request.url))),
    ...drainingServer,
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: 250 },
  });
  mapErrors(app, options.cookie);
  takeJson(app);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: compressedInPlaceBytes,
    encodings: ['zstd', 'gzip'],
    zlibOptions: { level: gzipLevel },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.url));
    reply.header('x-request-id', request.id);
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  });
  return app;
}
