import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { createBrowsers, type Browser } from './browsers.ts';
import { decryptPush } from './message-encryption.ts';
import { vapidProblem } from './vapid.ts';

interface PushDeps {
  readonly clock: { now(): Date };
  readonly newId: () => string;
  readonly publicUrl: () => string;
}

/** RFC 8030: push services may refuse longer messages. */
const longestBytes = 4096;
const named = z.object({ id: z.string() });
const fault = z.object({ status: z.number(), count: z.number() });

/** A web push service (RFC 8030) with simulated browsers, whose received messages can be read. */
export function pushService(deps: PushDeps): (app: FastifyInstance) => Promise<void> {
  const browsers = createBrowsers(deps.newId);
  const browserOf = (request: FastifyRequest): Browser | undefined => browsers.find(named.parse(request.params).id);
  return async (app) => {
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/push/:id', (request, reply) => receivePush(deps, browserOf(request), { request, reply }));

    app.post('/sandbox/push/browsers', () => {
      const { id, keys } = browsers.open();
      return {
        id,
        endpoint: `${deps.publicUrl()}/push/${id}`,
        keys: { p256dh: keys.pair.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
      };
    });
    app.get('/sandbox/push/browsers/:id/messages', (request) => browserOf(request)?.messages ?? []);
    app.post('/sandbox/push/browsers/:id/fault', (request, reply) => {
      const { status, count } = fault.parse(request.body);
      const browser = browserOf(request);
      if (browser) browser.fault = { status, left: count };
      return reply.code(204).send();
    });
    app.delete('/sandbox/push/browsers/:id', (request, reply) => {
      const browser = browserOf(request);
      if (browser) browser.isGone = true;
      return reply.code(204).send();
    });
  };
}

function receivePush(
  { clock, newId, publicUrl }: PushDeps,
  browser: Browser | undefined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { authorization, ttl, urgency = 'normal', 'content-encoding': encoding } = request.headers;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!browser) return reply.code(404).send();
  if (browser.isGone) return reply.code(410).send();
  if (browser.fault.left > 0) {
    browser.fault.left -= 1;
    return reply.code(browser.fault.status).send();
  }
  const problem = vapidProblem(authorization, { audience: new URL(publicUrl()).origin, now: clock.now() });
  if (problem !== null) return reply.code(403).send(problem);
  if (!/^\d+$/.test(String(ttl))) return reply.code(400).send('no TTL');
  if (body.length > longestBytes) return reply.code(413).send();
  if (encoding !== 'aes128gcm') return reply.code(415).send('not aes128gcm');
  const payload = decryptPush(browser.keys, body);
  const message = { at: clock.now().toISOString(), ttl: Number(ttl), urgency: String(urgency), payload };
  browser.messages = [...browser.messages, message];
  return reply.code(201).header('location', `${publicUrl()}/push/messages/${newId()}`).send();
}
