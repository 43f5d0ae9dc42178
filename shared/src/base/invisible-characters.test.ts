import { expect, test } from 'vitest';
import { withoutInvisible } from './invisible-characters.ts';

test.each([
  ['a pasted text', '\ufeff\u202acast\u00ad \u200biron\u202c', 'cast iron'],
  ['marks of the direction of text', '\u061c\u200e\u200f\u2066B0KETTLE01\u2069', 'B0KETTLE01'],
  ['joiners that join nothing', '\u200d\u200ckettle\u200d \u200b\u200d', 'kettle '],
])('%s is left without what nobody sees', (_what, text, seen) => {
  expect(withoutInvisible(text)).toBe(seen);
});

test.each([
  ['a word of Hindi', '\u0915\u094d\u200d\u0937'],
  ['a word of Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['an emoji of several', '\u{1f469}\u200d\u{1f373} Pan'],
])('the joiners of %s stay', (_what, text) => {
  expect(withoutInvisible(text)).toBe(text);
});
