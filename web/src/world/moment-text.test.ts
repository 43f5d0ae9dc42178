import { expect, test } from 'vitest';
import { ageText, durationText, momentText } from './moment-text.ts';

const now = Date.parse('2026-11-20T08:00:00Z');

test.each([
  ['2026-11-20T05:12:00Z', '05:12'],
  ['2026-11-19T22:40:00Z', 'yesterday 22:40'],
  ['2026-11-17T16:40:00Z', 'Tuesday 16:40'],
  ['2026-11-07T16:40:00Z', '7 Nov'],
  ['2025-11-07T16:40:00Z', '7 Nov 2025'],
  ['2026-11-21T05:00:00Z', 'tomorrow 05:00'],
  ['2026-11-22T05:00:00Z', 'Sunday 05:00'],
])('%s is written as "%s"', (at, text) => {
  expect(momentText(Date.parse(at), now, { timeZone: 'UTC' })).toBe(text);
});

test('the day is that of the time zone', () => {
  expect(momentText(Date.parse('2026-11-19T23:30:00Z'), now, { timeZone: 'Europe/Berlin' })).toBe('00:30');
});

const londonTime = (nowThere: string, at: string) =>
  momentText(Date.parse(at), Date.parse(nowThere), { timeZone: 'Europe/London' });

test('a day of 23 hours is one day like any other', () => {
  expect(londonTime('2027-03-28T23:30:00Z', '2027-03-27T23:30:00Z')).toBe('Saturday 23:30');
  expect(londonTime('2027-03-28T23:30:00Z', '2027-03-28T00:30:00Z')).toBe('yesterday 00:30');
  expect(londonTime('2027-03-27T23:30:00Z', '2027-03-28T12:00:00Z')).toBe('tomorrow 13:00');
});

test('a day of 25 hours is one day like any other', () => {
  expect(londonTime('2026-10-25T23:30:00Z', '2026-10-24T12:00:00Z')).toBe('yesterday 13:00');
  expect(londonTime('2026-10-24T23:30:00Z', '2026-10-26T12:00:00Z')).toBe('tomorrow 12:00');
});

test.each([
  [0, 'now'],
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [150, '2 h 30 min'],
  [39 * 60, '1 day 15 h'],
  [24 * 60, '1 day'],
  [12 * 24 * 60 + 5, '12 days'],
])('a duration of %i minutes is "%s"', (minutes, text) => {
  expect(durationText(minutes * 60_000)).toBe(text);
});

test.each([
  [0, 'now'],
  [37, '37 min'],
  [13 * 60 + 37, '13 h'],
  [39 * 60, '1 day'],
  [12 * 24 * 60 + 5, '12 days'],
])('an age of %i minutes is "%s"', (minutes, text) => {
  expect(ageText(minutes * 60_000)).toBe(text);
});
