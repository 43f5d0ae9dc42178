import { expect, test } from 'vitest';
import { isSigned, newWebhookSecret, signatureHeaders, type ReceivedMessage } from './webhook-signature.ts';

/** The example of the Standard Webhooks specification. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body };
const signedAt = new Date(message.timestamp * 1000);

const received = (changes: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  id: message.id,
  timestamp: String(message.timestamp),
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body,
  ...changes,
});

test('a message is signed as Standard Webhooks specifies', () => {
  expect(signatureHeaders([secret], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  expect(isSigned(secret, received(), signedAt)).toBe(true);
});

test('during a change of secrets both the old and the new one sign', () => {
  const other = newWebhookSecret(Buffer.alloc(32, 7));
  const signatures = signatureHeaders([other, secret], message)['webhook-signature'];

  expect(isSigned(secret, received({ signatures }), signedAt)).toBe(true);
  expect(isSigned(other, received({ signatures }), signedAt)).toBe(true);
});

test.each([
  ['another body', received({ body: '{"test": 2432232315}' }), signedAt],
  ['another id', received({ id: 'msg_other' }), signedAt],
  ['another time', received({ timestamp: '1614265331' }), signedAt],
  ['no id', received({ id: undefined }), signedAt],
  ['no signature', received({ signatures: undefined }), signedAt],
  ['a signature of another version', received({ signatures: received().signatures?.replace('v1', 'v2') }), signedAt],
  ['a shorter signature', received({ signatures: 'v1,g0hM9SsE' }), signedAt],
  ['an invalid time', received({ timestamp: 'now' }), signedAt],
  ['more than five minutes', received(), new Date(signedAt.getTime() + 301_000)],
  ['a clock that is far ahead', received(), new Date(signedAt.getTime() - 301_000)],
])('a message with %s is rejected', (_what, forged, now) => {
  expect(isSigned(secret, forged, now)).toBe(false);
});
