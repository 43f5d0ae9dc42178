import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areTexts, shortened, wordDiff, type WordPart } from './word-diff.ts';

/** Writes changed stretches in brackets. */
const marked = (parts: readonly WordPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

test.each([
  ['steel 202, lid', 'steel 304, lid', 'steel [202], lid', 'steel [304], lid'],
  ['one two', 'one two three', 'one two', 'one two[ three]'],
  ['a red big pot', 'a blue small pot', 'a [red big] pot', 'a [blue small] pot'],
  ['same', 'same', 'same', 'same'],
  ['', 'new text', '', '[new text]'],
  ['Größe 5', 'Größe 6', 'Größe [5]', 'Größe [6]'],
])('from "%s" to "%s" only the words that changed are marked', (...texts) => {
  const [from, to, markedFrom, markedTo] = texts;
  const diff = wordDiff(from, to);
  expect([marked(diff.from), marked(diff.to)]).toEqual([markedFrom, markedTo]);
});

test('unchanged text is cut down to the words around the changes', () => {
  const diff = wordDiff('one two three four five six seven', 'one two three four five six eight');
  expect(marked(shortened(diff.from))).toBe('…four five six [seven]');
  const early = wordDiff('one two three four five six', 'first two three four five six');
  expect(marked(shortened(early.to))).toBe('[first] two three…');
  const both = wordDiff('a b c d e f g h i j', 'x b c d e f g h i y');
  expect(marked(shortened(both.to))).toBe('[x] b c … g h i [y]');
});

const text = fc
  .array(fc.constantFrom('pan', 'pot', ' ', ', ', '26', 'cm'), { maxLength: 30 })
  .map((all) => all.join(''));

const whole = (parts: readonly WordPart[]): string => parts.map((part) => part.text).join('');
const same = (parts: readonly WordPart[]): string =>
  whole(parts.filter(({ isChanged }) => !isChanged)).replaceAll(/\s/g, '');

test('the parts of each side join to its text, and the unchanged parts are the same on both sides', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      const diff = wordDiff(from, to);
      expect([whole(diff.from), whole(diff.to)]).toEqual([from, to]);
      expect(same(diff.from)).toBe(same(diff.to));
    }),
  );
});

test('texts as long as a description exceed the limit and are compared without delay', () => {
  const long = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
  const other = Array.from({ length: 3000 }, (_, index) => `other${index}`).join(' ');
  expect(wordDiff(long, other).from).toEqual([{ text: long, isChanged: true }]);
});

test.each([
  ['Food-grade steel 202, lid seals tight', 'Food-grade steel 304, lid seals tight', true],
  ['You at $34.90', 'A2L77EE7U53NWQ at $31.49', false],
  ['1,284 ratings', '1,250 ratings', false],
  ['A text that is long enough to be compared', 'nothing', false],
])('the values "%s" and "%s" are both texts: %s', (from, to, are) => {
  expect(areTexts(from, to)).toBe(are);
});
