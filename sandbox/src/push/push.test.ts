import { createECDH, randomBytes } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createManualClock } from '../world/clock.ts';
import { decryptPush, createBrowserKeys } from './message-encryption.ts';
import { pushService } from './plugin.ts';

const clock = createManualClock(new Date('2026-11-20T08:00:00Z'));
const app = fastify();
let ids = 0;

beforeAll(async () => {
  await app.register(pushService({ clock, newId: () => String((ids += 1)), publicUrl: () => 'http://sandbox.test' }));
});
afterAll(() => app.close());

const openBrowser = async () => {
  const { body } = await app.inject({ method: 'POST', url: '/sandbox/push/browsers' });
  return z.object({ id: z.string(), endpoint: z.string() }).parse(JSON.parse(body));
};
const push = (id: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/push/${id}`,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    payload: randomBytes(120),
  });

test('the example of RFC 8291 is decrypted to its plain text', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  );

  expect(decryptPush({ pair, auth }, body)).toBe('When I grow up, I want to be a watermelon');
  expect(() => decryptPush(createBrowserKeys('another'), body)).toThrow(/authenticate/);
});

test('a message without a valid VAPID signature is refused', async () => {
  const { id } = await openBrowser();

  expect((await push(id)).statusCode).toBe(403);
  expect((await push(id, { authorization: 'vapid t=a.b.c, k=d', ttl: '60' })).statusCode).toBe(403);
});

test('a message to a removed browser is answered 410, to an unknown one 404, and a fault gives its own status', async () => {
  const { id, endpoint } = await openBrowser();
  expect(endpoint).toBe(`http://sandbox.test/push/${id}`);
  expect((await push('nobody')).statusCode).toBe(404);

  await app.inject({
    method: 'POST',
    url: `/sandbox/push/browsers/${id}/fault`,
    payload: { status: 503, count: 1 },
  });
  expect((await push(id)).statusCode).toBe(503);
  await app.inject({ method: 'DELETE', url: `/sandbox/push/browsers/${id}` });
  expect((await push(id)).statusCode).toBe(410);
});
