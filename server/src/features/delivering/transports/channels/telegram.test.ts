import { expect, test } from 'vitest';
import { buildChannelNews, buildPublicAnswer, publicUrl } from '../../../../../testing/channel-news.ts';
import { hintOf } from '../../channels/channel-secrets.ts';
import { telegram } from './telegram.ts';

const told = (productName: string): string =>
  JSON.parse(telegram.alert([buildChannelNews({ productName })], publicUrl)).text;
const refused = (description: string) =>
  JSON.stringify({ ok: false, error_code: 400, description: `Bad Request: ${description}` });

test('Telegram is told the level by sign and word, the product, from and to, and a link', () => {
  expect(JSON.parse(telegram.alert([buildChannelNews()], publicUrl))).toEqual({
    text: [
      '<b>! Alert: Main image missing</b>',
      '<a href="https://watch.example/home#pdet-7">Kettle</a>, US, B0C7XK4M2P, Analytical Engines',
      'Main image → No main image',
      'The main image is gone from the product page',
    ].join('\n'),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  });
});

test('texts of others are no markup, mention nobody and lead nowhere', () => {
  expect(told('<b>x</b> & y')).toContain('&lt;b&gt;x&lt;/\u200bb&gt; &amp; y');
  expect(told('@everyone /start #sale evil.example')).toContain(
    '@\u200beveryone /\u200bstart #\u200bsale evil.\u200bexample',
  );
});

test('the chat and its topic go from the address into the body', () => {
  const address = 'https://api.telegram.org/bot12:AB-c/sendMessage?chat_id=-1001234567890&message_thread_id=7';

  expect(telegram.requestOf?.(address, '{"text":"a"}')).toEqual({
    address: 'https://api.telegram.org/bot12:AB-c/sendMessage',
    body: '{"chat_id":-1001234567890,"message_thread_id":7,"text":"a"}',
  });
  expect(telegram.requestOf?.('https://api.telegram.org/bot12:AB/sendMessage?chat_id=@acme', '{}').body).toBe(
    '{"chat_id":"@acme"}',
  );
});

test('a revoked token, a removed bot and a chat that is not found are gone; another refusal is not', () => {
  expect([401, 403, 404].map((status) => telegram.isGone(buildPublicAnswer(status, '')))).toEqual([true, true, true]);
  expect(telegram.isGone(buildPublicAnswer(400, refused('chat not found')))).toBe(true);
  expect(telegram.isGone(buildPublicAnswer(400, refused('group chat was upgraded to a supergroup chat')))).toBe(true);
  expect(telegram.isGone(buildPublicAnswer(400, refused('message is too long')))).toBe(false);
  expect(telegram.isGone(buildPublicAnswer(429, ''))).toBe(false);
});

test.each([
  'need administrator rights in the channel chat',
  'not enough rights to send text messages to the chat',
  'have no rights to send a message',
  'CHAT_WRITE_FORBIDDEN',
  'CHAT_RESTRICTED',
  'TOPIC_CLOSED',
  'TOPIC_DELETED',
  'message thread not found',
])('a chat in which the bot may not write, because of "%s", is gone', (description) => {
  expect(telegram.isGone(buildPublicAnswer(400, refused(description)))).toBe(true);
});

test('Telegram says in the body how long to wait, and why it refuses', () => {
  const limited =
    '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 35","parameters":{"retry_after":35}}';

  expect(telegram.retryAfterSeconds?.(buildPublicAnswer(429, limited))).toBe(35);
  expect(telegram.retryAfterSeconds?.(buildPublicAnswer(429, ''))).toBeNull();
  expect(telegram.explain(buildPublicAnswer(400, refused('chat not found')))).toBe(' (Bad Request: chat not found)');
  expect(telegram.explain(buildPublicAnswer(400, refused("can't parse entities: <b>")))).toBe('');
  expect(telegram.explain(buildPublicAnswer(502, '<html>'))).toBe('');
});

test('the address of a bot names its chat and nothing that is not sent', () => {
  const { refuseAddress } = telegram.declaration;
  const bot = 'https://api.telegram.org/bot12:AB-c_d/sendMessage';

  expect(refuseAddress(`${bot}?chat_id=-1001234567890`)).toBeNull();
  expect(refuseAddress(`${bot}?chat_id=@acme_alerts&message_thread_id=7`)).toBeNull();
  expect(refuseAddress(bot)).toContain('The chat is missing');
  expect(refuseAddress(`${bot}?chat_id=acme`)).toContain('cannot have chat_id=acme');
  expect(refuseAddress(`${bot}?chat_id=1&text=x`)).toContain('cannot have text=x');
  expect(refuseAddress('https://api.telegram.org.evil.example/bot12:AB/sendMessage?chat_id=1')).toContain(
    'not the address',
  );
  expect(refuseAddress('https://api.telegram.org/bot12:AB/getMe?chat_id=1')).toContain('not the address');
});

test('the hint of an address shows the end of the chat, and nothing of the token', () => {
  expect(hintOf('https://api.telegram.org/bot12:AB-c_d/sendMessage?chat_id=-1001234567890')).toBe(
    'https://api.telegram.org/…7890',
  );
});
