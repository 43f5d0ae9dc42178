import { expect, test } from 'vitest';
import { dayAt, dayStartAt, shortDay } from './marketplace-day.ts';

test.each([
  ['US', '2026-06-15T06:59:59Z', '2026-06-14'],
  ['US', '2026-06-15T07:00:00Z', '2026-06-15'],
  ['US', '2026-01-15T07:30:00Z', '2026-01-14'],
  ['DE', '2026-06-14T22:00:00Z', '2026-06-15'],
  ['IN', '2026-06-14T18:30:00Z', '2026-06-15'],
])('a sale in %s at %s belongs to %s', (code, at, day) => {
  expect(dayAt(code, new Date(at))).toBe(day);
});

test.each([
  ['US', '2026-06-15', '2026-06-15T07:00:00.000Z'],
  ['US', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['US', '2026-03-09', '2026-03-09T07:00:00.000Z'],
  ['DE', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['DE', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['DE', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['IN', '2026-06-15', '2026-06-14T18:30:00.000Z'],
])('in %s the day %s begins at %s, also when clocks change', (code, day, at) => {
  expect(dayStartAt(code, day).toISOString()).toBe(at);
});

test('a recent day is written as its number and month', () => {
  expect(['2026-03-02', '2026-11-17', '2026-09-30'].map(shortDay)).toEqual(['2 Mar', '17 Nov', '30 Sep']);
});
