import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { healthRoutes, type Figure } from './health.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

function open(checkDatabase: () => Promise<unknown>, figures: readonly Figure[] = []): FastifyInstance {
  app = Fastify();
  healthRoutes(app, { checkDatabase, figures });
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

test('a figure is read with the metrics, and one that cannot be read hides none of the others', async () => {
  const health = open(
    async () => undefined,
    [
      { name: 'mismatches', help: 'Differences', read: async () => 3 },
      { name: 'lost', help: 'Unknown', read: () => Promise.reject(new Error('gone')) },
    ],
  );

  const { body } = await health.inject('/metrics');

  expect(body).toMatch(/^mismatches 3$/m);
  expect(body).toMatch(/^lost Nan$/m);
});

test.each([
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
])('%s cannot read the metrics', async (_who, from) => {
  const health = open(async () => undefined);

  expect((await health.inject({ url: '/metrics', ...from })).statusCode).toBe(404);
});
