import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { development } from '../testing/complete-environment.ts';
import { readConfig } from './config.ts';

const publicKey = 'BPLYM2niOHKQ9gK59V84dhHMzLLHUU3diXVOSBpSTQ7nngq2ag_2idpW4QzW6XtHg2UrrHSZoMCykdBUr8yWVkY';
const vapid = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: 'ZwQqmAKi_9MxqqUo0ZV9R33t5C1L4gH-4GnVQwl_hwA',
  VAPID_SUBJECT: 'mailto:alerts@watchpost.example',
};
const { VAPID_PRIVATE_KEY: privateKey } = vapid;
const otherKey = createECDH('prime256v1').generateKeys('base64url');

const notPublic = 'VAPID_PUBLIC_KEY must be an uncompressed point on P-256 as base64url';
const notPrivate = 'VAPID_PRIVATE_KEY must be a private key on P-256, 32 bytes as base64url';
const noPair = 'VAPID_PRIVATE_KEY must be the key that belongs to VAPID_PUBLIC_KEY';
const noContact = 'VAPID_SUBJECT must be mailto:… or https://…';

test.each([
  ['what is no key', { VAPID_PUBLIC_KEY: 'point' }, notPublic],
  ['a point that is not on the curve', { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` }, notPublic],
  ['the private key as the public one', { VAPID_PUBLIC_KEY: privateKey }, notPublic],
  ['a key with padding, which no push service takes', { VAPID_PUBLIC_KEY: `${publicKey}=` }, notPublic],
  ['a private key that is cut', { VAPID_PRIVATE_KEY: privateKey.slice(0, -1) }, notPrivate],
  ['a private key of zero', { VAPID_PRIVATE_KEY: 'A'.repeat(43) }, notPrivate],
  ['keys of two pairs', { VAPID_PUBLIC_KEY: otherKey }, noPair],
  ['an address without mailto:', { VAPID_SUBJECT: 'alerts@watchpost.example' }, noContact],
])('a process does not start with %s for browser notifications', (_what, changes, problem) => {
  expect(() => readConfig({ ...development, ...vapid, ...changes })).toThrow(
    `The configuration is not complete. ${problem}. See .env.example`,
  );
});

test('the keys of one pair and a contact turn browser notifications on', () => {
  expect(readConfig({ ...development, ...vapid }).push).toMatchObject({ publicKey });
});
