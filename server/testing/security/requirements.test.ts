import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathExists } from '../../../scripts/architecture/sources.ts';
import { inRoot } from '../../../scripts/root.ts';
import { levels } from './levels.ts';
import type { NamedTest } from './requirement.ts';
import { requirements } from './requirements/index.ts';

test('every requirement of levels 1 and 2 has its row, once', () => {
  const known = [...levels[1], ...levels[2]];

  expect(known).toHaveLength(253);
  expect(requirements.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
});

/** Whether the file has a test with this title, written as in its source, that is not skipped. */
function exists({ file, title }: NamedTest): boolean {
  if (!pathExists(file)) return false;
  const source = readFileSync(inRoot(file), 'utf8').replaceAll(/\(\s+/g, '(');
  const written = [`'${title}'`, `"${title}"`, `\`${title}\``];
  return written.some((text) => source.includes(`(${text}`) && !source.includes(`.skip(${text}`));
}

test('every test that a row names exists', () => {
  const named = requirements.flatMap(({ id, tests }) => tests.map((one) => ({ id, ...one })));

  expect(named.filter((one) => !exists(one))).toEqual([]);
});

test('every row that holds or deviates has a test, and every row says why', () => {
  const untested = requirements.filter(({ standing, tests }) => standing !== 'does not apply' && tests.length === 0);

  expect(untested.map(({ id }) => id)).toEqual([]);
  expect(requirements.filter(({ text }) => text.length < 20 || !text.endsWith('.')).map(({ id }) => id)).toEqual([]);
});
