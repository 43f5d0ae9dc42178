import { expect, test } from 'vitest';
import { isSamePhrase, phraseOf } from './keyword.ts';

test('a phrase has no space around it and one between words', () => {
  expect(phraseOf('  cast iron \t skillet\n')).toBe('cast iron skillet');
  expect(phraseOf(' \t ')).toBe('');
});

test('case makes no other phrase', () => {
  expect(isSamePhrase('Cast Iron', ' cast  iron ')).toBe(true);
  expect(isSamePhrase('cast iron', 'cast irons')).toBe(false);
});
