import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAnswer } from './split-answer.ts';

const drifting = new Set(['Rank', 'headers']);
const split = (text: string, question = text) =>
  splitAnswer(Buffer.from(text), { operation: 'ask', question, list: 'items', drifting });
const membersOf = (...items: readonly unknown[]) => split(JSON.stringify({ items }));
const printOf = (item: unknown) => membersOf(item)[0]?.print;
const indents = fc.constantFrom(undefined, 1, '\t');

test('members are those of the list, whatever surrounds them and however the JSON is formatted', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), indents, (items, beside, indent) => {
      const text = JSON.stringify({ beside, inner: { items: [beside] }, items, after: beside }, null, indent);

      const members = split(text);

      expect(members.map((member) => member.parse())).toEqual(JSON.parse(JSON.stringify(items)));
    }),
  );
});

test('equal content has equal fingerprints, and different content has different ones', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));

      const [first, again, second] = membersOf({ one }, { one }, { one: other });

      expect(again?.print).toBe(first?.print);
      expect(second?.print).not.toBe(first?.print);
    }),
  );
});

test('drifting fields do not affect the fingerprint, at any depth', () => {
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
  ['two members that differ beside a drifting field', { Rank: 1, title: 'x' }, { Rank: 1, title: 'y' }],
  ['a text equal to the name of a drifting field', ['Rank', 1], ['Rank', 2]],
  ['a text that contains the name of a drifting field', { a: '"Rank":1' }, { a: '"Rank":2' }],
  ['another field name of the same length', { Rang: 1 }, { Rang: 2 }],
  ['a longer field name', { Ranks: 1 }, { Ranks: 2 }],
])('%s: the fingerprints differ', (_what, one, other) => {
  expect(printOf(one)).not.toBe(printOf(other));
});

test('a drifting field that does not occur has no value', () => {
  expect(membersOf({ a: 1 })[0]?.parseDrifting('Rank')).toBeUndefined();
});

test('a member that is not valid JSON does not affect the others', () => {
  expect(split('{"items":[{"a":tru},{"a":true}]}').map((member) => member.parse())).toEqual([undefined, { a: true }]);
});

test.each([
  ['nothing', ''],
  ['a page', '<html>'],
  ['an answer that ends early', '{"items":[{"a":1},{"a"'],
  ['a text that never ends', '{"items":["a'],
  ['a list that never ends', '{"items":[{"a":1}'],
])('%s is not valid JSON', (_what, text) => {
  expect(() => split(text)).toThrow('malformed answer: not JSON');
});

test.each([
  ['no such list', '{"things":[]}'],
  ['a list of another form', '{"items":{}}'],
  ['another shape', '[]'],
])('%s is malformed', (_what, text) => {
  expect(() => split(text)).toThrow('malformed answer: items is no list');
});

const member = fc.oneof(
  fc.jsonValue(),
  fc.record({ a: fc.integer({ min: 0, max: 200 }), Rank: fc.jsonValue(), b: fc.string({ maxLength: 3 }) }),
);
const someMembers = fc.array(member, { maxLength: 4 });

test('an answer is split as if there had been no earlier answer', () => {
  let questions = 0;
  fc.assert(
    fc.property(someMembers, someMembers, indents, (before, kept, indent) => {
      const question = `question ${(questions += 1)}`;
      const [last, next] = [before, [...kept, ...before]].map((items) => JSON.stringify({ items }, null, indent));
      split(last ?? '', question);

      for (const text of [next ?? '', last ?? '', next ?? '']) {
        const again = split(text, question);
        const alone = split(text, `${question} alone ${text}`);
        expect(again.map(({ print }) => print)).toEqual(alone.map(({ print }) => print));
        expect(again.map((one) => one.parse())).toEqual(alone.map((one) => one.parse()));
        expect(again.map((one) => one.parseDrifting('Rank'))).toEqual(alone.map((one) => one.parseDrifting('Rank')));
      }
    }),
    // The space after the last number of a list is not part of the number.
    { examples: [[[null], [null], 1]] },
  );
});

test.each([
  ['a longer number', '[1]', '[12]'],
  ['an additional member', '[{"a":1}]', '[{"a":1},{"a":1}]'],
  ['a longer drifting value', '[{"Rank":1,"a":1},2]', '[{"Rank":[1,{"a":2}],"a":1},2]'],
  ['a shorter drifting value', '[{"a":{"Rank":"1,\\"2"},"b":1}]', '[{"a":{"Rank":1},"b":1}]'],
  ['a missing drifting field', '[{"a":{"Rank":1},"b":1}]', '[{"a":{},"b":1}]'],
  ['another field name', '[{"Rank":1}]', '[{"Rang":1}]'],
])('%s: the previous answer does not lead to a wrong result', (what, before, items) => {
  split(`{"items":${before}}`, what);

  const members = split(`{"items":${items}}`, what);

  expect(members.map((one) => one.parse())).toEqual(JSON.parse(items));
  expect(members.map(({ print }) => print)).toEqual(split(`{"items":${items}}`).map(({ print }) => print));
});
