import { expect, test } from 'vitest';
import { violations } from './lib/security/violations.ts';
import { findViolations } from './security-violations.ts';

test('a planted violation is found by the test of its requirement', async () => {
  const planted = violations.filter(({ id }) => id === '6.2.4');

  expect(planted).toHaveLength(1);
  expect(await findViolations(planted, () => undefined)).toEqual([]);
});

test('every violation is planted in one place', () => {
  expect(new Set(violations.map(({ id }) => id)).size).toBeGreaterThanOrEqual(40);
});
