import { expect, test } from 'vitest';
import { isSamePhrase, phraseOf } from './keyword.ts';

test('a phrase has no space around it and single spaces between words', () => {
  expect(phraseOf('  cast iron \t skillet\n')).toBe('cast iron skillet');
  expect(phraseOf(' \t ')).toBe('');
});

test('phrases that differ in case only are the same', () => {
  expect(isSamePhrase('Cast Iron', ' cast  iron ')).toBe(true);
  expect(isSamePhrase('cast iron', 'cast irons')).toBe(false);
});
