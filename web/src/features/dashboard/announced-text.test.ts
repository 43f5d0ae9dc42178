import { expect, test } from 'vitest';
import { announcedText } from './announced-text.ts';

test('news in the same words as the news before are announced again', () => {
  const words = '2 new alerts';
  const first = announcedText('', words);
  const second = announcedText(first, words);
  const third = announcedText(second, words);

  expect(first).toBe(words);
  expect(second).not.toBe(first);
  expect(third).not.toBe(second);
  expect([second, third].map((text) => text.trim())).toEqual([words, words]);
});
