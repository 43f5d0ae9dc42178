import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const place = { timeZone: 'UTC' };

test.each([
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:00:05Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 min ago'],
  ['2026-11-20T11:00:01Z', '59 min ago'],
  ['2026-11-20T11:00:00Z', '1 h ago'],
  ['2026-11-19T12:00:01Z', '23 h ago'],
  ['2026-11-19T12:00:00Z', 'Thursday'],
  ['2026-11-14T12:00:01Z', 'Saturday'],
  ['2026-11-13T13:00:00Z', '13 Nov 2026'],
  ['2026-11-13T12:00:00Z', '13 Nov 2026'],
])('%s is written as "%s"', (at, expected) => {
  expect(relativeTime(Date.parse(at), now, place)).toBe(expected);
});
