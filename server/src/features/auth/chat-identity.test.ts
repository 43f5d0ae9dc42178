import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { chatIdentity } from './chat-identity.ts';

const now = new Date('2026-11-23T08:00:00Z');
const addresses = { loaderUrl: 'https://widget.intercom.io', apiBase: 'https://api-iam.intercom.io' };
const viewer = { tenantId: 't', emailAddressId: '7', email: 'ada@example.com' };
const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const macOf = (text: string) => createHmac('sha256', 'secret').update(text);

test('without a chat there is no app id and no hash', () => {
  expect(chatIdentity(null, viewer, now)).toEqual({ intercomAppId: null, userHash: null, chat: null });
});

test('the hash and the token name the address of the viewer, and the token expires after a day', () => {
  const { intercomAppId, userHash, chat } = chatIdentity({ appId: 'app', secret: 'secret', ...addresses }, viewer, now);
  const [header = '', claims = '', signature = ''] = chat?.token.split('.') ?? [];

  expect(intercomAppId).toBe('app');
  expect(userHash).toBe(macOf('t:7').digest('hex'));
  expect(chat).toMatchObject({ userId: 't:7', ...addresses });
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(read(claims)).toEqual({ user_id: 't:7', email: viewer.email, exp: Date.parse('2026-11-24T08:00:00Z') / 1000 });
  expect(signature).toBe(macOf(`${header}.${claims}`).digest('base64url'));
});
