import { expect, test } from 'vitest';
import { strangerName } from './stranger-name.ts';

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Go to evil.example/now', 'Go to evil. example/ now'],
  ['a'.repeat(60), 'a'.repeat(60)],
  ['a'.repeat(61), `${'a'.repeat(59)}…`],
  [`${'a'.repeat(58)}😀 and more`, `${'a'.repeat(58)}…`],
])('the name %s is written in a mail to a stranger as %s', (name, written) => {
  expect(strangerName(name)).toBe(written);
});
