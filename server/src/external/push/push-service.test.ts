import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressResolver } from '../http/public-fetch.ts';
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
const noDeadline = new AbortController().signal;

const resolvingTo =
  (...addresses: readonly string[]): AddressResolver =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

test.each([['127.0.0.1'], ['10.0.0.7'], ['::1'], ['93.184.216.34', '192.168.1.1']])(
  'a name that resolves to %s is not connected to',
  async (...addresses) => {
    const push = createPushService({ ...vapid, allowsPrivate: false }, resolvingTo(...addresses));

    const sent = push.send({ endpoint: 'https://push.mozilla.com/send', keys }, message, noDeadline);

    await expect(sent).rejects.toThrow('push.mozilla.com is not a public address');
  },
);

test('an address stored while private addresses were allowed is gone when they are not', async () => {
  const push = createPushService({ ...vapid, allowsPrivate: false }, resolvingTo('127.0.0.1'));

  expect(await push.send({ endpoint: 'http://127.0.0.1:9/push', keys }, message, noDeadline)).toBe('gone');
});

/** Starts a push service whose first connection is handled by `speak`. Returns its address and that connection. */
async function startPushServer(speak: (socket: Socket) => void) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const connected = once(server, 'connection').then(([socket]: Socket[]) => {
    if (!socket) throw new Error('There is no connection');
    socket.on('error', () => undefined);
    speak(socket);
    return socket;
  });
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/push`, connected };
}

const push = createPushService({ ...vapid, allowsPrivate: true });

test('the answer of a push service is not read beyond 16 kB', async () => {
  const { endpoint, connected } = await startPushServer((socket) => {
    socket.write('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n');
    const speakOn = (): void => {
      while (!socket.destroyed && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
    };
    socket.on('drain', speakOn);
    speakOn();
  });

  expect(await push.send({ endpoint, keys }, message, noDeadline)).toBe('sent');

  const socket = await connected;
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  // The buffers of both ends hold some megabytes; an unlimited read would never end.
  expect(socket.bytesWritten).toBeLessThan(20_000_000);
});

test('a push service that answers byte by byte is abandoned at the deadline of the whole call', async () => {
  const { endpoint } = await startPushServer((socket) => {
    socket.write('HTTP/1.1 201 Created\r\n');
    const drop = setInterval(() => socket.write('x'), 100);
    socket.on('close', () => clearInterval(drop));
  });

  const sent = push.send({ endpoint, keys }, message, AbortSignal.timeout(500));
  await expect(sent).rejects.toThrow('did not answer in time');
});
