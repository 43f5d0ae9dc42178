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

interface OpenedReceiver {
  readonly id: string;
  readonly url: string;
}
const open = async (kind: string): Promise<OpenedReceiver> =>
  JSON.parse((await app.inject({ method: 'POST', url: '/sandbox/hooks', payload: { kind } })).body);
const change = ({ id }: OpenedReceiver, payload: object) =>
  app.inject({ method: 'PUT', url: `/sandbox/hooks/${id}`, payload });
const readReceiver = async ({ id }: OpenedReceiver) =>
  JSON.parse((await app.inject({ url: `/sandbox/hooks/${id}` })).body);
const send = ({ url }: Pick<OpenedReceiver, 'url'>, payload: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    method: 'POST',
    url: url.replace('http://sandbox.test', ''),
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const post = async (...message: Parameters<typeof send>) => (await send(...message)).statusCode;
/** Returns status and body of the answer. */
const answerTo = async (...message: Parameters<typeof send>) => {
  const { statusCode, body } = await send(...message);
  return [statusCode, body.startsWith('{') ? JSON.parse(body) : body];
};

function signed(body: string, timestamp = 1614265330): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,AAAA v1,${mac}` };
}

test('a webhook is accepted each time it arrives with a valid and recent signature', async () => {
  const hook = await open('webhook');
  await change(hook, { secret });
  const body = '{ "a": 1 }';

  expect([await post(hook, body, signed(body)), await post(hook, body, signed(body))]).toEqual([200, 200]);
  expect(await post(hook, body)).toBe(401);
  expect(await post(hook, '{ "a": 2 }', signed(body))).toBe(401);
  expect(await post(hook, body, signed(body, 1614265029))).toBe(401);

  const message = { at: '2021-02-25T15:02:10.000Z', id: 'msg_1', body: { a: 1 } };
  expect(await readReceiver(hook)).toEqual({
    messages: [message, message],
    refused: ['a header is missing', 'the signature is wrong', 'the timestamp is too far from now'],
  });
});

const withSection = (text: string) => ({
  text: 'a',
  blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
});

test('Slack accepts sections of up to 3,000 characters, and answers with one word', async () => {
  const hook = await open('slack');
  expect(await answerTo(hook, withSection('b'))).toEqual([200, 'ok']);
  expect(await answerTo(hook, withSection('x'.repeat(3001)))).toEqual([400, 'invalid_blocks']);
  expect(await answerTo(hook, { blocks: [] })).toEqual([400, 'invalid_payload']);
});

test('Discord accepts up to 2,000 characters, and refuses with a message and its code', async () => {
  const hook = await open('discord');

  expect(await answerTo(hook, { content: 'x'.repeat(2000), allowed_mentions: { parse: [] } })).toEqual([204, '']);
  expect(await answerTo(hook, { content: 'x'.repeat(2001) })).toEqual([
    400,
    { message: 'Invalid Form Body', code: 50_035 },
  ]);
  expect(await answerTo(hook, { content: '' })).toEqual([
    400,
    { message: 'Cannot send an empty message', code: 50_006 },
  ]);
  expect(await post({ url: `${hook.url}x` }, { content: 'x' })).toBe(401);
});

const cardWith = (body: readonly object[], more: object = {}) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: { type: 'AdaptiveCard', version: '1.4', body, ...more },
    },
  ],
});
const textBlock = (text: string) => ({ type: 'TextBlock', text, wrap: true });

test('Teams accepts an adaptive card of up to 28 KB at an address with the right signature', async () => {
  const hook = await open('teams');
  const button = { type: 'Action.OpenUrl', title: 'Open', url: 'https://watch.example' };

  expect(await answerTo(hook, cardWith([textBlock('a')], { actions: [button] }))).toEqual([202, '']);
  expect(await answerTo(hook, cardWith([textBlock('x'.repeat(28 * 1024))]))).toMatchObject([
    413,
    { error: { code: 'RequestEntityTooLarge' } },
  ]);
  const wrong = [
    { text: 'a' },
    cardWith([]),
    cardWith([{ type: 'TextBlock' }]),
    cardWith([textBlock('a')], { actions: [{ ...button, url: 'javascript:alert(1)' }] }),
    { ...cardWith([textBlock('a')]), type: 'text' },
  ];
  for (const message of wrong) {
    expect(await answerTo(hook, message)).toMatchObject([400, { error: { code: 'InvalidRequestContent' } }]);
  }
  expect(await post({ url: hook.url.replace(/sig=.*/, 'sig=other') }, cardWith([textBlock('a')]))).toBe(401);
});

const refusedAs = (description: string) => [400, { ok: false, error_code: 400, description }];

test('Telegram accepts up to 4,096 characters besides tags, for the right chat and token', async () => {
  const url = (await open('telegram')).url;
  const hook = { url: url.slice(0, url.indexOf('?')) };
  const chat_id = Number(new URL(url).searchParams.get('chat_id'));
  const messageOf = (text: string) => ({ chat_id, text, parse_mode: 'HTML' });

  expect(await answerTo(hook, messageOf(`<b>${'&lt;'.repeat(4096)}</b>`))).toMatchObject([200, { ok: true }]);
  expect(await answerTo(hook, messageOf('x'.repeat(4097)))).toEqual(refusedAs('Bad Request: message is too long'));
  expect(await answerTo(hook, messageOf('<b> </b>'))).toEqual(refusedAs('Bad Request: message text is empty'));
  for (const markup of ['<b>a', 'a</b>', '<x>a</x>', 'a < b', 'a & b', '<a href="x">a</b>']) {
    expect(await answerTo(hook, messageOf(markup))).toEqual(refusedAs("Bad Request: can't parse entities"));
  }
  expect(await answerTo(hook, { ...messageOf('a'), chat_id: 1 })).toEqual(refusedAs('Bad Request: chat not found'));
  expect(await post({ url: hook.url.replace(':sandbox', ':other') }, messageOf('a'))).toBe(401);
});

test('a fault about a text leaves other messages alone', async () => {
  const hook = await open('webhook');
  await change(hook, { fault: { status: 503, count: 1, about: 'B0SKILLET1' } });

  const answers = [];
  for (const asin of ['B0KETTLE01', 'B0SKILLET1', 'B0SKILLET1']) answers.push(await post(hook, `{"asin":"${asin}"}`));

  expect(answers).toEqual([200, 503, 200]);
});

test('a receiver with a fault fails the given number of times, and a removed one answers 410', async () => {
  const hook = await open('webhook');
  await change(hook, { fault: { status: 503, count: 1 } });

  expect([await post(hook, '{}'), await post(hook, '{}')]).toEqual([503, 200]);
  await change(hook, { isGone: true });
  expect(await post(hook, '{}')).toBe(410);
  expect(await post({ url: 'http://sandbox.test/hooks/nobody' }, '{}')).toBe(404);
});
