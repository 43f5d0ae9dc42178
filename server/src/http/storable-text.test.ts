import { expect, test } from 'vitest';
import { isStorableText } from './storable-text.ts';

test.each([
  ['a plain text', 'Kettle 東京 👍', true],
  ['U+0000', 'a\0b', false],
  ['half of a surrogate pair', '\ud83d', false],
  ['U+0000 in a list in an object', { a: [1, null, { b: 'x\0' }] }, false],
  ['U+0000 in a field name', { 'a\0': 1 }, false],
  ['numbers and empty values', [1, true, null, undefined], true],
])('%s: storable text is distinguished from text that PostgreSQL refuses', (_, value, expected) => {
  expect(isStorableText(value)).toBe(expected);
});

test('half a million nested lists are checked without recursion', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(500_000)}"a"${']'.repeat(500_000)}`);

  expect(isStorableText(deep)).toBe(true);
});
