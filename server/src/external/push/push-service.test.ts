import { expect, test } from 'vitest';
import type { Resolve } from '../http/public-fetch.ts';
import { createPushService } from './push-service.ts';

const vapid = {
  publicKey: 'BPLYM2niOHKQ9gK59V84dhHMzLLHUU3diXVOSBpSTQ7nngq2ag_2idpW4QzW6XtHg2UrrHSZoMCykdBUr8yWVkY',
  privateKey: 'ZwQqmAKi_9MxqqUo0ZV9R33t5C1L4gH-4GnVQwl_hwA',
  subject: 'mailto:alerts@watchpost.test',
};
const keys = {
  p256dh: 'BF14o0GiwtgAJBumLxeqYdDG4u_SvGgtmf9DqiTouHXocaRNQS1x7HuUU6yD3EXlC2EN_OFN2tbybjfcCy3ESks',
  auth: 'FPssNDTKnInHVndSTdbKFw',
};
const message = { payload: '{}', isUrgent: false };

const resolvingTo =
  (...addresses: readonly string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

test.each([['127.0.0.1'], ['10.0.0.7'], ['::1'], ['93.184.216.34', '192.168.1.1']])(
  'a name that leads to %s is not followed',
  async (...addresses) => {
    const push = createPushService({ ...vapid, allowsPrivate: false }, resolvingTo(...addresses));

    const sent = push.send({ endpoint: 'https://push.mozilla.com/send', keys }, message, AbortSignal.timeout(5000));

    await expect(sent).rejects.toThrow('push.mozilla.com is not a public address');
  },
);

test('what was taken while private addresses were allowed is dropped when they are not', async () => {
  const push = createPushService({ ...vapid, allowsPrivate: false }, resolvingTo('127.0.0.1'));

  expect(await push.send({ endpoint: 'http://127.0.0.1:9/push', keys }, message, AbortSignal.timeout(5000))).toBe(
    'gone',
  );
});
