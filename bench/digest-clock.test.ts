import { expect, test } from 'vitest';
import { benchDigestClock } from './digest-clock.ts';

test('every local day has one digest, including days with clock changes', () => {
  const { cases, violations } = benchDigestClock({ fromDay: '2027-03-01', toDay: '2027-04-05', hours: [0, 2, 23] });

  expect(cases).toBeGreaterThan(10_000);
  expect(violations).toEqual([]);
});
