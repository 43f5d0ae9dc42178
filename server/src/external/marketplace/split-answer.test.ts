import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAnswer } from './split-answer.ts';

const drifting = new Set(['Rank', 'headers']);
const split = (text: string) => splitAnswer(Buffer.from(text), { operation: 'ask', list: 'items', drifting });
const membersOf = (...items: readonly unknown[]) => split(JSON.stringify({ items }));
const printOf = (item: unknown) => membersOf(item)[0]?.print;
const indents = fc.constantFrom(undefined, 1, '\t');

test('members are those of the list, whatever stands around them and however it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), indents, (items, beside, indent) => {
      const text = JSON.stringify({ beside, inner: { items: [beside] }, items, after: beside }, null, indent);

      const members = split(text);

      expect(members.map((member) => member.parse())).toEqual(JSON.parse(JSON.stringify(items)));
    }),
  );
});

test('equal content has equal prints, and other content others', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));

      const [first, again, second] = membersOf({ one }, { one }, { one: other });

      expect(again?.print).toBe(first?.print);
      expect(second?.print).not.toBe(first?.print);
    }),
  );
});

test('what drifts has no part in the print, wherever it stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), indents, (rank, other, indent) => {
      const textOf = (value: unknown) =>
        JSON.stringify({ items: [{ a: [{ Rank: value, b: 1 }], headers: value }] }, null, indent);

      const [one] = split(textOf(rank));
      const [same] = split(textOf(other));

      expect(same?.print).toBe(one?.print);
      expect(same?.parseDrifting('Rank')).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

test.each([
  ['what drifts has no neighbour that does not', { Rank: 1, title: 'x' }, { Rank: 1, title: 'y' }],
  ['a text that reads like such a name', ['Rank', 1], ['Rank', 2]],
  ['a text that holds such a name', { a: '"Rank":1' }, { a: '"Rank":2' }],
  ['a name of the same length', { Rang: 1 }, { Rang: 2 }],
  ['a longer name', { Ranks: 1 }, { Ranks: 2 }],
])('%s: it is told apart', (_what, one, other) => {
  expect(printOf(one)).not.toBe(printOf(other));
});

test('a name that does not occur tells nothing', () => {
  expect(membersOf({ a: 1 })[0]?.parseDrifting('Rank')).toBeUndefined();
});

test('a member that is no JSON leaves the others alone', () => {
  expect(split('{"items":[{"a":tru},{"a":true}]}').map((member) => member.parse())).toEqual([undefined, { a: true }]);
});

test.each([
  ['nothing', ''],
  ['a page', '<html>'],
  ['an answer that ends early', '{"items":[{"a":1},{"a"'],
  ['a text that never ends', '{"items":["a'],
  ['a list that never ends', '{"items":[{"a":1}'],
])('%s is no JSON', (_what, text) => {
  expect(() => split(text)).toThrow('malformed answer: not JSON');
});

test.each([
  ['no such list', '{"things":[]}'],
  ['a list of another form', '{"items":{}}'],
  ['another shape', '[]'],
])('%s is malformed', (_what, text) => {
  expect(() => split(text)).toThrow('malformed answer: items is no list');
});
