import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/root.ts';
import { violations } from './lib/security/violations.ts';
import { findViolations } from './security-violations.ts';

test('a planted violation is found by the test of its requirement', async () => {
  const planted = violations.filter(({ id }) => id === '6.2.4');

  expect(planted).toHaveLength(1);
  expect(await findViolations(planted, () => undefined)).toEqual([]);
});

const occurs = (file: string, text: string) => readFileSync(inRoot(file), 'utf8').split(text).length - 1;

test('every violation can be planted: each text that it changes occurs once', () => {
  expect(
    violations
      .filter(({ edits }) => edits.some(({ file, find }) => occurs(file, find) !== 1))
      .map(({ title }) => title),
  ).toEqual([]);
  expect(new Set(violations.map(({ id }) => id)).size).toBeGreaterThanOrEqual(40);
});
