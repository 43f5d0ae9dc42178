import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { expect, test } from 'vitest';
import { testApi } from '../../testing/http/api.ts';
import { admit, admitNetwork, isAdmitted, networkOf, networksOf } from './throttle.ts';

const api = testApi();

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('around a network of IPv6 there are those of the customer and of the site', () => {
  expect(networksOf('2001:db8:1:1234::9').map(({ network }) => network)).toEqual([
    '2001:db8:1:1234::/64',
    '2001:db8:1:1200::/56',
    '2001:db8:1::/48',
  ]);
  expect(networksOf('203.0.113.7')).toEqual([{ network: '203.0.113.7', share: 1 }]);
});

const admittedOf = async (count: number, ipOf: (n: number) => string): Promise<number> => {
  let admitted = 0;
  for (let n = 0; n < count; n += 1) {
    const asked = admitNetwork(api.ctx, { purpose: 'test', ip: ipOf(n), limit: 5 });
    if (await asked.then(() => true).catch(() => false)) admitted += 1;
  }
  return admitted;
};

test('networks of one customer may ask twice as often as one of them, and those of one site four times', async () => {
  expect(await admittedOf(8, (n) => `2001:db8:6::${n + 1}`)).toBe(5);
  expect(await admittedOf(20, (n) => `2001:db8:7:42${n + 10}::1`)).toBe(10);
  expect(await admittedOf(40, (n) => `2001:db8:8:${n + 10}00::1`)).toBe(20);
  expect(await admittedOf(8, (n) => `203.0.113.${n}`)).toBe(8);
});

/** Asks several times, one after the other, where three requests a day are admitted. */
async function ask(subject: string, times: number): Promise<readonly boolean[]> {
  const admitted: boolean[] = [];
  for (let n = 0; n < times; n += 1) admitted.push(await isAdmitted(api.ctx, { subject, limit: 3, windowMs: dayMs }));
  return admitted;
}

test('somebody who asks a little more often than once a day is never refused by a limit of a day', async () => {
  const admitted: boolean[] = [];
  for (let day = 0; day < 10; day += 1) {
    admitted.push(...(await ask('test:daily', 1)));
    api.clock.advance(23 * hourMs);
  }

  expect(admitted).toEqual(Array(10).fill(true));
});

test('a refusal says after how many seconds the window ends', async () => {
  const rule = { subject: 'test:wait', limit: 1, windowMs: dayMs };
  await admit(api.ctx, rule);
  api.clock.advance(hourMs + 1);

  const refused = { code: 'tooManyRequests', retryAfterSeconds: (dayMs - hourMs) / 1000 };
  await expect(admit(api.ctx, rule)).rejects.toMatchObject(refused);
  await expect(admit(api.ctx, { ...rule, text: 'Not today' })).rejects.toThrow('Not today');
});

test('a window ends a day after its first request, however late its last one is', async () => {
  await ask('test:window', 2);
  api.clock.advance(dayMs - 1);

  expect(await ask('test:window', 2)).toEqual([true, false]);
  api.clock.advance(1);
  expect(await ask('test:window', 4)).toEqual([true, true, true, false]);
});
