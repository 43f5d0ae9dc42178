import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

const ignored = new Set(['Rank']);
const printOf = (value: unknown) => fingerprint(value, ignored);

test('the same content has the same fingerprint', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(printOf(structuredClone(value))).toBe(printOf(value));
    }),
  );
});

test('other content has another', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));

      expect(printOf({ one })).not.toBe(printOf({ one: other }));
    }),
  );
});

test.each([
  ['lists that are cut in another place', [['ab'], 'c'], [['a'], 'bc']],
  ['a value that moved into a list', ['a', ['b']], [['a', 'b']]],
  ['a number and its text', [1], ['1']],
  ['nothing, false and an empty text', [null, false, ''], [false, null, '']],
  ['a name and a value', { a: 'b' }, { b: 'a' }],
  ['one letter at the end of a long text', 'x'.repeat(5000), `${'x'.repeat(4999)}y`],
])('%s are told apart', (_what, one, other) => {
  expect(printOf(one)).not.toBe(printOf(other));
});

test('what is ignored is not looked at, wherever it stands', () => {
  expect(printOf({ a: [{ Rank: 1, title: 'x' }] })).toBe(printOf({ a: [{ Rank: 2, title: 'x' }] }));
  expect(printOf({ a: [{ Rank: 1, title: 'x' }] })).not.toBe(printOf({ a: [{ Rank: 1, title: 'y' }] }));
});
