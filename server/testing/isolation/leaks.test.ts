import { expect, test } from 'vitest';
import { isTest, readSources } from '../../../scripts/architecture/sources.ts';
import { plantedLeaks } from './leaks.ts';

/** The texts of the statements as the database gets them: with the parts that they name, and numbers for values. */
const statements = readSources()
  .filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
  .map(({ code }) => {
    const parts = new Map(Array.from(code.matchAll(/const (\w+) = sql`([^`]*)`/g), ([, name, part]) => [name, part]));
    return code
      .replaceAll(/\$\{(\w+)\}/g, (_mention, name: string) => parts.get(name) ?? '$1')
      .replaceAll(/\$\{[^}]*\}/g, '$1');
  });

test.each(plantedLeaks)('the leak in $title is planted in a statement that exists', ({ statement }) => {
  expect(statements.filter((text) => statement.test(text))).not.toEqual([]);
});
