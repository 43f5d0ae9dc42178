import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { notificationsQueue, sandboxCredentials } from '../../../sandbox/src/environment.ts';
import { acceptForms } from '../../../sandbox/src/http/form-body.ts';
import { portOf } from '../../../sandbox/src/http/listener.ts';
import { MessageQueue } from '../../../sandbox/src/queue/queue.ts';
import { sqs } from '../../../sandbox/src/queue/sqs.ts';
import { createBuckets } from '../../../sandbox/src/sp-api/buckets.ts';
import { operations } from '../../../sandbox/src/sp-api/operations.ts';
import { routes } from '../cost/answers.ts';
import { httpReceiver, slowMailServer } from '../deliver/receivers.ts';
import { ownSellerId } from '../evaluate/answers.ts';
import { nowMs } from '../latency/world-stream.ts';
import type { MarketCounts } from './market-calls.ts';
import {
  sellerIdOf,
  sellerTokenOf,
  openSellers,
  type AnnouncedChange,
  type MarketSize,
  type Sellers,
} from './sellers.ts';

/**
 * The marketplace of `bench:load`, over real HTTP: many sellers whose products change at real pace, with the access
 * tokens, usage plans and notification queue of the sandbox. It also receives all mails and webhooks.
 */
const clock = { now: () => new Date() };
const queue = new MessageQueue({ clock, newId: randomUUID });
const buckets = createBuckets(clock, 1);
const plans = new Map(operations.map((operation) => [operation.operationId, operation]));
/** The interval at which changes are applied and announced: a notification is at most this old when it is sent. */
const tickMs = 100;
const mailMs = 20;

const mails = await slowMailServer(mailMs);
const webhook = await httpReceiver({ isSilent: false });
const calls: Record<string, number> = {};
const changes: AnnouncedChange[] = [];
const refusals: Record<string, number> = {};
let sellers: Sellers | null = null;

const app = Fastify({ bodyLimit: 8_000_000 });
await app.register(
  sqs({
    queue,
    clock,
    awsAccessKeyId: sandboxCredentials.awsAccessKeyId,
    publicUrl: () => origin,
    newId: randomUUID,
  }),
);
await app.register(serveMarketplace);
await app.register(serveBench);
await app.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${portOf(app.server)}`;
process.send?.({ ready: true, url: origin });
process.on('SIGTERM', () => process.exit(0));

async function serveMarketplace(api: FastifyInstance): Promise<void> {
  acceptForms(api);
  api.post('/auth/o2/token', async (request) => {
    const { refresh_token: refreshToken } = request.body as { refresh_token?: string };
    const accessToken = refreshToken === undefined ? 'Atza|application' : refreshToken.replace('Atzr', 'Atza');
    return { access_token: accessToken, expires_in: 3600, token_type: 'bearer' };
  });
  api.get('/document/:seller/:id', async (request) => {
    const { seller } = request.params as { seller: string };
    return answer(Number(seller), request.url, null)?.text ?? '';
  });
  api.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/sp-api-na/*',
    handler: async (request, reply) => {
      reply.type('application/json').header('x-amzn-requestid', randomUUID());
      const token = String(request.headers['x-amz-access-token'] ?? '');
      const seller = sellerTokenOf(token);
      if (seller === null && token !== 'Atza|application') return reply.code(403).send(errorOf('Unauthorized'));
      const found = answer(seller ?? 0, request.url, request.body ?? null);
      if (!found) return reply.code(404).send(errorOf('NotFound'));
      const plan = plans.get(found.operation);
      if (plan && !buckets.take(seller === null ? 'application' : sellerIdOf(seller), plan)) {
        refusals[found.operation] = (refusals[found.operation] ?? 0) + 1;
        return reply.code(429).send(errorOf('QuotaExceeded'));
      }
      calls[found.operation] = (calls[found.operation] ?? 0) + 1;
      if (plan) reply.header('x-amzn-RateLimit-Limit', buckets.announced(plan));
      return reply.send(found.text);
    },
  });
}

const errorOf = (code: string): string => JSON.stringify({ errors: [{ code, message: code, details: '' }] });

/** Returns the answer of the marketplace about a seller. All sellers have the same products and differ by their ids. */
function answer(seller: number, path: string, body: unknown): { operation: string; text: string } | null {
  const url = new URL(path, origin);
  const route = routes.find(([pattern]) => pattern.test(url.pathname));
  const world = sellers?.worldOf(seller);
  if (!route || !world) return null;
  world.now = Date.now();
  const [, operation, write] = route;
  const text = write(world, { url, body, documents: `${origin}/document/${seller}/` });
  return { operation, text: text.replaceAll(ownSellerId, sellerIdOf(seller)) };
}

async function serveBench(api: FastifyInstance): Promise<void> {
  api.post('/bench/begin', async (request) => {
    sellers = openSellers(request.body as MarketSize);
    void announceChanges(sellers);
    return {};
  });
  api.post('/bench/measure', async () => {
    sellers?.beginMeasured(Date.now());
    return {};
  });
  api.get('/bench/counts', async (): Promise<MarketCounts> => {
    const { visible, hidden } = queue.counts();
    const received = { mails: mails.received.length, webhooks: webhook.received.length };
    return { calls, refusals, ...received, waitingNotifications: visible + hidden };
  });
  api.get('/bench/changes', async () => changes);
  api.get('/bench/addresses', async () => ({
    smtp: mails.url,
    webhook: webhook.url,
    queue: `${origin}/sqs/${notificationsQueue.account}/${notificationsQueue.name}`,
  }));
}

async function announceChanges(all: Sellers): Promise<void> {
  for (;;) {
    for (const { body, change } of all.moveTo(Date.now())) {
      queue.send(body);
      if (change) changes.push({ ...change, at: nowMs() });
    }
    await delay(tickMs);
  }
}
