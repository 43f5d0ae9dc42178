import { expect, test } from 'vitest';
import { isYesterdayKnown } from './known-yesterday.ts';
import type { Staleness } from './staleness.ts';

/** Noon of 15 June in UTC is five in the morning in Los Angeles. */
const now = Date.parse('2026-06-15T12:00:00Z');

test.each<[string, Staleness, boolean]>([
  ['that is not stale', 'fresh', true],
  ['that is checked for the first time', 'starting', true],
  ['of which something was never checked', 'neverComplete', true],
  ['that was last checked today', 'since 2026-06-15T07:00:00Z', true],
  ['that was last checked before the day began there', 'since 2026-06-15T06:59:00Z', false],
  ['that was last checked three days ago', 'since 2026-06-12T12:00:00Z', false],
])('the sales of yesterday of a marketplace %s are known: %s %s', (_which, staleness, isKnown) => {
  expect(isYesterdayKnown('US', staleness, now)).toBe(isKnown);
});
