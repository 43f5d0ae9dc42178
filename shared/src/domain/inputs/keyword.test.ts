import { expect, test } from 'vitest';
import { isSamePhrase, phraseOf } from './keyword.ts';

test('a phrase has no space around it and single spaces between words', () => {
  expect(phraseOf('  cast iron \t skillet\n')).toBe('cast iron skillet');
  expect(phraseOf(' \t ')).toBe('');
});

test('a phrase has no invisible characters, and one of nothing else is empty', () => {
  expect(phraseOf('\u200bcast\u00ad iron\ufeff')).toBe('cast iron');
  expect(phraseOf(' \u200b\u2060\u200d ')).toBe('');
});

test('a joiner inside a word stays, because it makes another word', () => {
  expect(phraseOf('\u0915\u094d\u200d\u0937')).toBe('\u0915\u094d\u200d\u0937');
});

test('phrases whose accents are composed differently are the same', () => {
  expect(isSamePhrase('cafe\u0301 cups', 'caf\u00e9 cups')).toBe(true);
});

test('phrases that differ in case only are the same', () => {
  expect(isSamePhrase('Cast Iron', ' cast  iron ')).toBe(true);
  expect(isSamePhrase('cast iron', 'cast irons')).toBe(false);
});
