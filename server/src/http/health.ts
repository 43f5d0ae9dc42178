import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { hashToken } from '../lib/secrets.ts';

interface HealthOptions {
  /** Rejects when the database does not answer. */
  checkDatabase(): Promise<unknown>;
  readonly figures: readonly FigureGroup[];
  /** The bearer token that reads the metrics from another machine; `null` without one. */
  readonly metricsToken: string | null;
  /** True for a port that only operators reach: without a token the metrics are answered to everybody there. */
  readonly isForOperators?: boolean;
}

/** Metrics whose values one call of `read` returns, each time the metrics are requested. */
export interface FigureGroup {
  readonly figures: readonly Figure[];
  read(): Promise<readonly Sample[]>;
}

export interface Figure {
  readonly name: string;
  readonly help: string;
  /** A number that only grows until the process ends. */
  readonly isCounter?: boolean;
  /** The names of the labels. A label has few values, and none of them names a tenant. */
  readonly labels?: readonly string[];
}

export interface Sample {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Endpoints for operators: liveness, readiness and metrics. */
export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { checkDatabase, figures, metricsToken, isForOperators = false } = options;
  const isOpen = isForOperators && metricsToken === null;
  const metrics = measureRequests(app);
  for (const group of figures) addFigures(metrics, group);
  let isLeaving = false;
  app.addHook('preClose', async () => {
    isLeaving = true;
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (isLeaving) return reply.code(503).send({ status: 'the process is stopping' });
    try {
      await checkDatabase();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (request, reply) => {
    const isAdmitted = isOpen || isFromThisMachine(request) || hasToken(request, metricsToken);
    if (!isAdmitted) return reply.callNotFound();
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

/** Adds a metric for each figure. One read serves all figures of a scrape, which are collected at the same time. */
function addFigures(register: Registry, group: FigureGroup): void {
  let reading: Promise<readonly Sample[] | null> | null = null;
  const readOnce = async (): Promise<readonly Sample[] | null> => {
    reading ??= group.read().catch(() => null);
    try {
      return await reading;
    } finally {
      reading = null;
    }
  };
  for (const figure of group.figures) addFigure(register, figure, readOnce);
}

function addFigure(
  register: Registry,
  { name, help, labels = [], isCounter = false }: Figure,
  read: () => Promise<readonly Sample[] | null>,
): void {
  const options = { name, help, labelNames: [...labels], registers: [register] };
  const metric: Counter | Gauge = isCounter
    ? new Counter({ ...options, collect: () => collect() })
    : new Gauge({ ...options, collect: () => collect() });
  async function collect(): Promise<void> {
    const samples = await read();
    metric.reset();
    // A figure that cannot be read is NaN, so that the scrape still gets the other figures.
    if (samples === null && metric instanceof Gauge && labels.length === 0) metric.set(Number.NaN);
    for (const sample of samples ?? []) if (sample.name === name) metric.inc(sample.labels ?? {}, sample.value);
  }
}

/** Compares hashes, whose equal lengths let the comparison take the same time for every token. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const sent = Buffer.from(hashToken(headers.authorization ?? ''));
  return token !== null && timingSafeEqual(sent, Buffer.from(hashToken(`Bearer ${token}`)));
}

/** A reverse proxy on this machine also has a local address, but it adds forwarding headers. */
function isFromThisMachine(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] || request.headers['forwarded']) return false;
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '');
}
