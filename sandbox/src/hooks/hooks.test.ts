import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock } from '../world/clock.ts';
import { hooks } from './plugin.ts';

const clock = createManualClock(new Date('2021-02-25T15:02:10Z'));
const app = fastify();
let ids = 0;

beforeAll(async () => {
  await app.register(hooks({ clock, newId: () => String((ids += 1)), publicUrl: () => 'http://sandbox.test' }));
});
afterAll(() => app.close());

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function open(kind: string): Promise<string> {
  const { body } = await app.inject({ method: 'POST', url: '/sandbox/hooks', payload: { kind } });
  const { id, url } = JSON.parse(body);
  expect(url).toBe(`http://sandbox.test/hooks/${id}`);
  return id;
}
const change = (id: string, payload: object) => app.inject({ method: 'PUT', url: `/sandbox/hooks/${id}`, payload });
const looked = async (id: string) => JSON.parse((await app.inject({ url: `/sandbox/hooks/${id}` })).body);
const post = async (id: string, payload: string, headers: Record<string, string> = {}) =>
  (
    await app.inject({
      method: 'POST',
      url: `/hooks/${id}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  ).statusCode;

function signed(body: string, timestamp = 1614265330): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,AAAA v1,${mac}` };
}

test('a webhook is taken when it is signed, as often as it comes', async () => {
  const id = await open('webhook');
  await change(id, { secret });
  const body = '{ "a": 1 }';

  expect([await post(id, body, signed(body)), await post(id, body, signed(body))]).toEqual([200, 200]);
  expect(await post(id, body)).toBe(401);
  expect(await post(id, '{ "a": 2 }', signed(body))).toBe(401);
  expect(await post(id, body, signed(body, 1614265029))).toBe(401);

  const message = { at: '2021-02-25T15:02:10.000Z', id: 'msg_1', body: { a: 1 } };
  expect(await looked(id)).toEqual({
    messages: [message, message],
    refused: ['a header is missing', 'the signature is wrong', 'the time is not now'],
  });
});

const withSection = (text: string) =>
  JSON.stringify({ text: 'a', blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] });

test('Slack takes sections within its limits', async () => {
  const id = await open('slack');

  expect(await post(id, withSection('b'))).toBe(200);
  expect(await post(id, withSection('x'.repeat(3001)))).toBe(400);
  expect(await post(id, '{"blocks":[]}')).toBe(400);
});

test('a receiver fails as often as it is told, and is gone for good', async () => {
  const id = await open('webhook');
  await change(id, { fault: { status: 503, count: 1 } });

  expect([await post(id, '{}'), await post(id, '{}')]).toEqual([503, 200]);
  await app.inject({ method: 'DELETE', url: `/sandbox/hooks/${id}` });
  expect(await post(id, '{}')).toBe(410);
  expect(await post('nobody', '{}')).toBe(404);
});
