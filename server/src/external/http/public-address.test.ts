import { expect, test } from 'vitest';
import { isPublicHttps, isPublicIp } from './public-address.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ',
  'https://8.8.8.8/push',
])('a push service may have the address %s', (address) => {
  expect(isPublicHttps(address)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://localhost/push',
  'https://127.0.0.1/push',
  'https://2130706433/push',
  'https://0x7f.1/push',
  'https://10.1.2.3/push',
  'https://172.20.0.1/push',
  'https://192.168.1.1/push',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/push',
  'https://[::1]/push',
  'https://[::ffff:10.0.0.1]/push',
  'https://[fd00::1]/push',
  'https://[fe80::1]/push',
  'https://[64:ff9b::a00:1]/push',
  'https://database/push',
  'https://metadata.google.internal/push',
  'https://printer.local/push',
  'https://user:secret@push.services.mozilla.com/',
  'ftp://push.services.mozilla.com/',
  'not an address',
])('no push service may have the address %s', (address) => {
  expect(isPublicHttps(address)).toBe(false);
});

test.each([
  ['93.184.216.34', true],
  ['172.32.0.1', true],
  ['172.31.255.255', false],
  ['2a00:1450:4001:82a::200e', true],
  ['::ffff:8.8.8.8', false],
  ['nonsense', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicIp(address)).toBe(expected);
});
