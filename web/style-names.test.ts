import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('src/', import.meta.url).pathname;

/** Returns the classes that a style sheet styles everywhere, by a rule whose selector is the class alone. */
function classesOf(path: string): ReadonlySet<string> {
  const text = readFileSync(`${folder}${path}`, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = Array.from(text.matchAll(/(?:^|[{}])([^{}@]+)\{/g), ([, selector = '']) => selector.split(','));
  return new Set(selectors.flat().flatMap((selector) => /^\s*(\.[\w-]+)\s*$/.exec(selector)?.[1] ?? []));
}

test('the styles of a part that loads later change nothing that is there: each class has one style sheet', () => {
  const sheets = Map.groupBy(
    globSync('**/*.css', { cwd: folder }).flatMap((path) => Array.from(classesOf(path), (name) => ({ name, path }))),
    ({ name }) => name,
  );

  expect(sheets.size).toBeGreaterThan(500);
  const shared = [...sheets].filter(([, places]) => places.length > 1);
  expect(shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([]);
});
