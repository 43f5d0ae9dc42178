import { expect, test } from 'vitest';
import { isYesterdayKnown } from './known-yesterday.ts';

/** Noon of 15 June in UTC is five in the morning in Los Angeles. */
const now = Date.parse('2026-06-15T12:00:00Z');

test.each([
  ['that is not stale', undefined, true],
  ['that is checked for the first time', '', true],
  ['of which something was never checked', null, true],
  ['that was last checked today', '2026-06-15T07:00:00Z', true],
  ['that was last checked before the day began there', '2026-06-15T06:59:00Z', false],
  ['that was last checked three days ago', '2026-06-12T12:00:00Z', false],
])('the sales of yesterday of a marketplace %s are known: %s %s', (_which, staleAt, isKnown) => {
  expect(isYesterdayKnown('US', staleAt, now)).toBe(isKnown);
});
