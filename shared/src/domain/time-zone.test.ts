import { expect, test } from 'vitest';
import { isTimeZone, standardOffsetMinutes, wholeHours } from './time-zone.ts';

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Berlin', 'America/New_York', 'UTC'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each(['', '+05:30', '-03', 'Asia/Nowhere', 'GMT+25', 'Europe/Berlin\n'])('%j is none', (name) => {
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

test.each([
  [330, 5],
  [-210, -3],
  [-30, 0],
  [840, 12],
  [-840, -12],
])('%d minutes are %d whole hours', (minutes, hours) => {
  expect(wholeHours(minutes)).toBe(hours);
});
