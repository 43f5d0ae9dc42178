import { expect, test } from 'vitest';
import { findCycle, readSources, withoutComments } from './sources.ts';

const source = (path: string, ...imports: string[]) => ({ path, text: '', code: '', imports, packages: [] });

test('a cycle is found and returned as a path', () => {
  const sources = [source('a', 'b', 'c'), source('b'), source('c', 'd'), source('d', 'c')];

  expect(findCycle(sources)).toEqual(['c', 'd', 'c']);
});

test('two paths to the same file are not a cycle', () => {
  expect(findCycle([source('a', 'b', 'c'), source('b', 'd'), source('c', 'd'), source('d')])).toBeNull();
});

test('comments are removed, and URLs in strings are kept', () => {
  const code = withoutComments(`const a = 'http://x'; // Date.now()\n/** any\n */ const b = 1;`);

  expect(code).toContain('http://x');
  expect(code).not.toContain('Date');
  expect(code).not.toContain('any');
  expect(code.split('\n').length).toBe(3);
});

test('imports within a package and across packages are found', () => {
  const own = readSources().find(({ path }) => path === 'scripts/architecture/sources.test.ts');
  const gate = readSources().filter(({ imports }) => imports.includes('shared/src/base/marketplaces.ts'));

  expect(own?.imports).toEqual(['scripts/architecture/sources.ts']);
  expect(gate.map(({ path }) => path.split('/')[0])).toContain('sandbox');
});
