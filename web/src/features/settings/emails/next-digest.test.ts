import { expect, test } from 'vitest';
import { nextDigestText } from './next-digest.ts';

/** 10:00 in Berlin. */
const now = Date.parse('2026-11-20T09:00:00Z');
const address = {
  timeZone: 'Europe/Berlin',
  digestEmailHour: 7,
  lastDigestDay: '2026-11-20',
  isVerified: true,
  stoppedReason: null,
};

test.each([
  [{}, 'next brief: tomorrow 07:00'],
  [{ digestEmailHour: 18 }, 'next brief: tomorrow 18:00'],
  [{ digestEmailHour: 18, lastDigestDay: '2026-11-19' }, 'next brief: today 18:00'],
  [{ digestEmailHour: 18, lastDigestDay: null }, 'next brief: today 18:00'],
  // In Honolulu it is the evening of the 19th, and the digest of the 20th came in another zone.
  [{ timeZone: 'Pacific/Honolulu' }, 'next brief: 21 Nov 07:00'],
  [{ timeZone: 'Pacific/Honolulu', digestEmailHour: 23 }, 'next brief: 21 Nov 23:00'],
  [{ timeZone: 'Pacific/Honolulu', lastDigestDay: '2026-11-19' }, 'next brief: tomorrow 07:00'],
  [{ timeZone: null }, 'next brief: every day at 07:00'],
  // Another browser knows this zone.
  [{ timeZone: 'America/Newtown' }, 'next brief: every day at 07:00'],
  [{ isVerified: false }, 'once the address is verified'],
  [{ stoppedReason: '550 No such user' }, 'once the address is verified'],
])('beside the hour stands when the next brief comes: %o', (change, text) => {
  expect(nextDigestText({ ...address, ...change }, { now, isServed: true })).toBe(text);
});

test('no next brief is announced while products are not watched', () => {
  expect(nextDigestText(address, { now, isServed: false })).toBe('once your products are watched again');
  expect(nextDigestText({ ...address, isVerified: false }, { now, isServed: false })).toBe(
    'once the address is verified',
  );
});
