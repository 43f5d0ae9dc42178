import { expect, test } from 'vitest';
import { mailableAt, type MailTimes } from './mail-times.ts';

const now = new Date('2026-11-20T08:00:00Z');
const times = (given: Partial<MailTimes> = {}): MailTimes => ({
  clock: { timeZone: 'Europe/Berlin', offsetMinutes: 0, adjustsToDst: true, region: 'EU' },
  quiet: null,
  collectMinutes: null,
  lastSent: null,
  ...given,
});
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test.each<[string, Partial<MailTimes>, number, string]>([
  ['at once', {}, 0, '08:00:00'],
  ['collected for an hour from the first news on', { collectMinutes: 60 }, 25, '08:35:00'],
  ['collected long enough', { collectMinutes: 60 }, 61, '08:00:00'],
  ['after the quiet hours', { quiet: { from: 22, to: 10 } }, 0, '09:00:00'],
  ['out of the quiet hours', { quiet: { from: 22, to: 9 } }, 0, '08:00:00'],
  [
    'what is collected until the quiet hours waits for their end',
    { quiet: { from: 10, to: 12 }, collectMinutes: 90 },
    0,
    '11:00:00',
  ],
  ['a few before it are no flood', { lastSent: { at: ago(0), members: 20 } }, 0, '08:00:00'],
  ['after a flood, when it can have been read', { lastSent: { at: ago(0), members: 120 } }, 0, '08:01:00'],
  ['after a flood of thousands, within minutes', { lastSent: { at: ago(0), members: 9000 } }, 0, '08:05:00'],
  ['a flood of a while ago', { lastSent: { at: ago(2), members: 120 } }, 0, '08:00:00'],
])('waiting alerts are mailed %s', (...[, given, firstMinutesAgo, expected]) => {
  const at = mailableAt(times(given), { firstAt: ago(firstMinutesAgo), now });
  // The quiet hours begin later, so they are checked again when the collecting time is over.
  const then = at > now ? mailableAt(times(given), { firstAt: ago(firstMinutesAgo), now: at }) : at;

  expect(then.toISOString()).toBe(`2026-11-20T${expected}.000Z`);
});
