import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface HealthOptions {
  /** Rejects when the database does not answer. */
  checkDatabase(): Promise<unknown>;
  readonly figures: readonly Figure[];
}

/** A number that is read when the metrics are. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  read(): Promise<number>;
}

/** Endpoints for operators: liveness, readiness and metrics. */
export function healthRoutes(app: FastifyInstance, { checkDatabase, figures }: HealthOptions): void {
  const metrics = measureRequests(app);
  for (const figure of figures) addFigure(metrics, figure);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await checkDatabase();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.callNotFound();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/**
 * Each application has its own registry, because two applications in one process (in tests) would collide in a shared
 * one.
 */
function measureRequests(app: FastifyInstance): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long calls took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  return register;
}

/** Adds a gauge that is not a number while the figure cannot be read: the others are wanted then all the more. */
function addFigure(register: Registry, { name, help, read }: Figure): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [register],
    collect: async () => gauge.set(await read().catch(() => Number.NaN)),
  });
}

/** A reverse proxy on this machine also has a local address, but it adds forwarding headers. */
function isFromThisMachine(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] || request.headers['forwarded']) return false;
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '');
}
