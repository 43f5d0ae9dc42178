import { expect, test } from 'vitest';
import { offsetAt } from './local-clock.ts';
import { isTimeZone, standardOffsetMinutes, winterOffsetOf, wholeHours } from './time-zone.ts';

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Berlin', 'America/New_York', 'UTC'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each(['', '+05:30', '-03', 'Asia/Nowhere', 'GMT+25', 'Europe/Berlin\n'])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test.each([
  ['Asia/Kolkata', 330],
  ['Europe/Berlin', 60],
  ['America/New_York', -300],
  ['Australia/Sydney', 600],
  ['UTC', 0],
])('%s is %d minutes ahead of UTC in winter', (zone, minutes) => {
  expect(standardOffsetMinutes(zone, 2026)).toBe(minutes);
});

const july = new Date('2026-07-10T12:00:00Z');
const november = new Date('2026-11-20T12:00:00Z');

test.each([
  ['Berlin in July, by its zone', { timeZone: 'Europe/Berlin', offsetMinutes: 120, at: july }, 60],
  ['Kolkata, by its zone', { timeZone: 'Asia/Kolkata', offsetMinutes: 330, at: july }, 330],
  ['Berlin in July', { timeZone: null, offsetMinutes: 120, at: july }, 60],
  ['Berlin in November', { timeZone: null, offsetMinutes: 60, at: november }, 60],
  ['London in July', { timeZone: null, offsetMinutes: 60, at: july }, 0],
  ['London in November', { timeZone: null, offsetMinutes: 0, at: november }, 0],
  ['Los Angeles in July', { timeZone: null, offsetMinutes: -420, at: july }, -480],
  ['New York in July', { timeZone: null, offsetMinutes: -240, at: july }, -300],
  ['New York in November', { timeZone: null, offsetMinutes: -300, at: november }, -300],
  [
    'New York after Europe’s summer has ended',
    { timeZone: null, offsetMinutes: -240, at: new Date('2026-10-28T12:00:00Z') },
    -300,
  ],
  ['Kolkata', { timeZone: null, offsetMinutes: 330, at: july }, 330],
  ['Tokyo', { timeZone: null, offsetMinutes: 540, at: july }, 540],
  ['UTC', { timeZone: null, offsetMinutes: 0, at: july }, 0],
])('the summer time that a browser in %s reports is not stored', (_place, { at, ...told }, kept) => {
  const winter = winterOffsetOf(told, at);
  const { timeZone, offsetMinutes } = told;

  expect(winter).toBe(kept);
  const region = offsetMinutes < 0 ? 'NA' : offsetMinutes > 300 ? 'IN' : 'EU';
  const clock = { timeZone, offsetMinutes: winter, adjustsToDst: offsetMinutes !== 0, region } as const;
  expect(offsetAt(clock, at.getTime())).toBe(offsetMinutes * 60_000);
});

test.each([
  [330, 5],
  [-210, -3],
  [-30, 0],
  [840, 12],
  [-840, -12],
])('%d minutes are %d whole hours', (minutes, hours) => {
  expect(wholeHours(minutes)).toBe(hours);
});
