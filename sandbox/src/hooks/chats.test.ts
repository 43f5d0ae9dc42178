import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannelNews, buildFlood, buildPublicAnswer, publicUrl } from '../../../server/testing/channel-news.ts';
import { channelTransportOf, chatRequests } from '../../../server/testing/chat-requests.ts';
import { chats } from './chats/registry.ts';
import { hooks } from './plugin.ts';
import type { HookAnswer } from './stand-in.ts';

const app = fastify();
let ids = 0;

beforeAll(async () => {
  const clock = { now: () => new Date('2026-06-15T12:00:00Z') };
  await app.register(hooks({ clock, newId: () => String((ids += 1)), publicUrl: () => 'http://sandbox.test' }));
});
afterAll(() => app.close());

interface OpenedReceiver {
  readonly id: string;
  readonly url: string;
}
const open = async (kind: string): Promise<OpenedReceiver> =>
  (await app.inject({ method: 'POST', url: '/sandbox/hooks', payload: { kind } })).json();
const change = ({ id }: OpenedReceiver, payload: object) =>
  app.inject({ method: 'PUT', url: `/sandbox/hooks/${id}`, payload });
const looked = async ({ id }: OpenedReceiver) => (await app.inject({ url: `/sandbox/hooks/${id}` })).json();
const send = (url: string, payload = '{}') =>
  app.inject({
    method: 'POST',
    url: url.replace('http://sandbox.test', ''),
    headers: { 'content-type': 'application/json' },
    payload,
  });

const bodyOf = ({ body }: HookAnswer): string => (typeof body === 'object' ? JSON.stringify(body) : (body ?? ''));
const receive = (answer: HookAnswer) => ({
  ...buildPublicAnswer(answer.status, bodyOf(answer)),
  headers: answer.headers ?? {},
});

/** Returns all texts in a message, one per line. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('\n') : '';
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Characters that a reader cannot tell from those of a service's markup. */
const lookalikes: Readonly<Record<string, string>> = {
  '\u2217': '*',
  '\u02cd': '_',
  '\u223c': '~',
  '\u02cb': '`',
  '\uff3b': '[',
  '\uff3d': ']',
};

/** Returns a text as its reader sees it, without escape characters. */
const asRead = (text: string): string =>
  text
    .replaceAll('\u200b', '')
    .replaceAll(/[\u2217\u02cd\u223c\u02cb\uff3b\uff3d]/g, (sign) => lookalikes[sign] ?? sign)
    .replaceAll(/\\([^A-Za-z0-9\s])/g, '$1')
    .replaceAll(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

describe.each(chats)('$id', (chat) => {
  const transport = channelTransportOf(chat.id);
  const write = (...news: Parameters<typeof transport.alert>[0]) =>
    textsIn(JSON.parse(transport.alert(news, publicUrl)));

  test('an alert tells the severity by sign and word, the product, from and to, the message, and a link', () => {
    const told = write(buildChannelNews());

    for (const text of [
      '! Alert: Main image missing',
      'Kettle',
      'US, B0C7XK4M2P, Analytical Engines',
      'Main image → No main image',
      'The main image is gone from the product page',
      'https://watch.example/home#pdet-7',
    ]) {
      expect(told).toContain(text);
    }
  });

  test('a flood is counted, and names its members or says how many more there are', () => {
    const told = write(...buildFlood('Kettle '.repeat(20)));
    const named = told.split('Alert: Main image missing').length - 1;
    const more = Number(/and (\d+) more/.exec(told)?.[1] ?? 0);

    expect(told).toContain('100 alerts');
    expect(named + more).toBe(100);
  });

  test('alerts that are told together name their incident', () => {
    const incident = { incidentId: '815', cause: 'seller A2UKR47RHS0DCY', isConfirmed: true };
    const [one, other] = ['7', '8'].map((productId) => buildChannelNews({ productId, incident }));
    if (!one || !other) throw new Error('There are two alerts');

    expect(asRead(write(one, other))).toContain('One incident: 2 products, seller A2UKR47RHS0DCY');
  });

  test('an incident of thousands of members is one message that its service takes', async () => {
    const [one] = buildFlood('Kettle '.repeat(20));
    const news = [one, ...Array.from({ length: 2999 }, () => one)] as const;
    const hook = await open(chat.id);

    const body = transport.alert(news, publicUrl);
    const request = transport.requestOf?.(hook.url, body) ?? { address: hook.url, body };
    await send(request.address, request.body);

    expect((await looked(hook)).refused).toEqual([]);
    const told = write(...news);
    expect(told).toContain('3000 alerts');
    expect(told.split('Alert: Main image missing').length - 1 + Number(/and (\d+) more/.exec(told)?.[1])).toBe(3000);
  });

  test.each(chat.markup)('a product that is called %s is shown so, as plain text', (productName) => {
    const told = write(buildChannelNews({ productName }));

    // A backslash before the product name escapes its first character.
    expect(told.replaceAll(`\\${productName}`, '')).not.toContain(productName);
    expect(asRead(told)).toContain(productName);
  });

  test('its service takes what Watchpost writes to it, whatever the texts are', async () => {
    const hook = await open(chat.id);

    for (const { address, body } of chatRequests(chat.id, hook.url)) await send(address, body);

    expect((await looked(hook)).refused).toEqual([]);
  });

  test('an address that the service hands out is taken, and another one is not', () => {
    const { refuseAddress } = transport.declaration;

    expect(refuseAddress(`https://${chat.host}${chat.path}`)).toBeNull();
    expect(refuseAddress(`https://${chat.host}/`)).not.toBeNull();
    expect(refuseAddress('https://example.com/x')).not.toBeNull();
  });

  test('a channel that was removed is gone, and a refused message is not', () => {
    expect(transport.isGone(receive(chat.gone))).toBe(true);
    expect(transport.isGone(receive(chat.refused))).toBe(false);
    expect(transport.isGone(buildPublicAnswer(502, '<html>'))).toBe(false);
  });

  test('the reason that the service gives is shown, and nothing else of an answer', () => {
    for (const answer of [chat.gone, chat.refused])
      expect(transport.explain(receive(answer))).toBe(` (${answer.reason})`);
    expect(transport.explain(buildPublicAnswer(502, '<html>'))).toBe('');
  });

  test('the time to wait is read from an answer that limits the rate', () => {
    const limited = receive(chat.tooMany(35));

    expect(transport.retryAfterSeconds?.(limited) ?? Number(limited.headers['retry-after'])).toBe(35);
  });

  test('its stand-in is gone in the form of its service, until it is there again', async () => {
    const hook = await open(chat.id);
    await change(hook, { isGone: true });

    const { statusCode, body } = await send(hook.url);
    expect([statusCode, body]).toEqual([chat.gone.status, bodyOf(chat.gone)]);
    await change(hook, { isGone: false });
    expect((await send(hook.url)).body).not.toBe(body);
  });

  test('its stand-in refuses a message or asks to wait as often as it is told, and takes none of them', async () => {
    const hook = await open(chat.id);
    await change(hook, { fault: { answer: 'refused', count: 1 } });
    expect((await send(hook.url)).statusCode).toBe(chat.refused.status);

    await change(hook, { fault: { answer: 'tooMany', retryAfterSeconds: 7, count: 1 } });
    expect((await send(hook.url)).statusCode).toBe(429);
    expect(await looked(hook)).toEqual({ messages: [], refused: [] });
  });
});
