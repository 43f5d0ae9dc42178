import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A constant of a module, or a field of one, that is a format of the browser for a given language. */
const early = /^(?:export )?const \w+(?:: [\w.]+)? =\s+new Intl\.|^ {2}\w+: new Intl\.\w+\('/m;

test('no module constructs a format of the browser before it is needed', () => {
  const files = globSync(['web/src/**/*.{ts,tsx}', 'shared/src/**/*.ts'], { cwd: `${import.meta.dirname}/..` });
  expect(files.length).toBeGreaterThan(500);

  const wrong = files.filter((file) => early.test(readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')));
  expect(wrong).toEqual([]);
});
