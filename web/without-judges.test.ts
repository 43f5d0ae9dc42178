import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutJudge } from './without-judges.ts';

const kinds = globSync('../shared/src/watchdogs/kinds/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.'))
  .map((file) => join(import.meta.dirname, file));

test('the definition of a watchdog keeps all but its judges and their memory', () => {
  const code = `const memory = 1;
export default defineWatchdog({
  type: 'price',
  settings: { judge: 2 },
  memory,
  judge({ now }) {
    return now;
  },
  judgeWithoutFacts: ({ left }) => left,
  findContradiction: (own) => own,
});
const later = 3;
`;
  expect(withoutJudge('price.ts', code)).toBe(`const memory = 1;
export default defineWatchdog({ type: 'price', settings: { judge: 2 }, findContradiction: (own) => own });
const later = 3;
`);
});

test('a file without a definition is refused', () => {
  expect(() => withoutJudge('price.ts', 'export default 1;')).toThrow('no definition');
});

test('every watchdog has a judge that is left out', () => {
  expect(kinds.length).toBeGreaterThan(20);
  for (const file of kinds) {
    const code = readFileSync(file, 'utf8');
    expect(code).toMatch(/^ {2}judge\(/m);
    expect(withoutJudge(file, code)).not.toMatch(/\bjudge\w*(?:\(\{| *:)/);
  }
});
