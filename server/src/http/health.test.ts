import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { healthRoutes, type FigureGroup } from './health.ts';

const metricsToken = 'a token of thirty-two characters';
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

function open(checkDatabase: () => Promise<unknown>, figures: readonly FigureGroup[] = []): FastifyInstance {
  app = Fastify();
  healthRoutes(app, { checkDatabase, figures, metricsToken });
  return app;
}

test('a process that cannot reach its database is alive but not ready', async () => {
  const health = open(() => Promise.reject(new Error('gone')));

  expect((await health.inject('/healthz')).statusCode).toBe(200);
  expect((await health.inject('/readyz')).statusCode).toBe(503);
});

test('calls are measured by route and status', async () => {
  const health = open(async () => undefined);
  await health.inject('/readyz');
  await health.inject('/nowhere');

  const { body } = await health.inject('/metrics');

  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/readyz",status="200"} 1');
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
});

test('figures are read together with the metrics, and those that cannot be read hide none of the others', async () => {
  let reads = 0;
  const health = open(
    async () => undefined,
    [
      {
        figures: [
          { name: 'mismatches', help: 'Differences' },
          { name: 'late', help: 'Late', labels: ['source'] },
        ],
        read: async () => {
          reads += 1;
          return [
            { name: 'mismatches', value: 3 },
            { name: 'late', labels: { source: 'offers' }, value: 7 },
          ];
        },
      },
      { figures: [{ name: 'lost', help: 'Unknown' }], read: () => Promise.reject(new Error('gone')) },
    ],
  );

  const { body } = await health.inject('/metrics');

  expect(body).toMatch(/^mismatches 3$/m);
  expect(body).toMatch(/^late\{source="offers"\} 7$/m);
  expect(body).toMatch(/^lost Nan$/m);
  expect(reads).toBe(1);
});

test('a port for operators answers the metrics to everyone who reaches it', async () => {
  app = Fastify();
  healthRoutes(app, { checkDatabase: async () => undefined, figures: [], metricsToken: null, isForOperators: true });

  expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(200);
});

test('the metrics are read from another machine with their token only', async () => {
  const health = open(async () => undefined);
  const statusWith = async (authorization: string) =>
    (await health.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers: { authorization } })).statusCode;

  expect(await statusWith(`Bearer ${metricsToken}`)).toBe(200);
  expect(await statusWith(`Bearer ${metricsToken}x`)).toBe(404);
});

test.each([
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
])('%s cannot read the metrics', async (_who, from) => {
  const health = open(async () => undefined);

  expect((await health.inject({ url: '/metrics', ...from })).statusCode).toBe(404);
});
