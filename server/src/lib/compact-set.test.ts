import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CompactSet } from './compact-set.ts';

test('a set has the text that was added last and nothing that was not added, however often it has doubled', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.nat(20_000), (texts, others) => {
      const set = new CompactSet(2 ** 16);
      for (let n = 0; n < others; n += 1) set.add(`number ${n}`);
      for (const text of texts) {
        set.add(text);
        expect(set.has(text)).toBe(true);
      }

      expect(texts.filter((text) => set.has(`not ${text}`))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test('nearly all of many similar texts are kept until half of the places are taken', () => {
  const set = new CompactSet(2 ** 16);
  const texts = Array.from({ length: 2 ** 15 }, (_, n) => `${1_000_000 + n} catalog  3iKs0m`);
  for (const text of texts) set.add(text);

  const kept = texts.filter((text) => set.has(text));

  expect(kept.length).toBeGreaterThan(0.97 * texts.length);
});

test('a full set forgets older members for new ones', () => {
  const set = new CompactSet(8);
  const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
  for (const text of texts) set.add(text);

  expect(texts.filter((text) => set.has(text))).toHaveLength(8);
  expect(set.has('text 19')).toBe(true);
});

test('an empty set has nothing, not even the empty text', () => {
  const set = new CompactSet(8);
  expect(set.has('')).toBe(false);
  set.add('');
  expect(set.has('')).toBe(true);

  set.clear();

  expect(set.has('')).toBe(false);
});
