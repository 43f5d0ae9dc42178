import { expect, test } from 'vitest';
import { firstWindowEnd } from './news-window.ts';
import { aboutChanges, areKnown, followChanges, forgetValues, shownText, type SeenValues } from './recent-changes.ts';

const began = new Date('2026-03-02T08:00:00.000Z');
const onDay = (day: number): Date => new Date(began.getTime() + day * 86_400_000);
const follow = (...looks: readonly (readonly [day: number, seen: SeenValues])[]) =>
  looks.reduce(
    (before: ReturnType<typeof followChanges> | null, [day, seen]) => followChanges(before, { seen, at: onDay(day) }),
    null,
  );

test('the first observation is the baseline', () => {
  expect(follow([0, { title: 'A' }])).toEqual({ values: { title: 'A' }, changes: [] });
});

test('several changes of one value within the window are one, from the value before the first', () => {
  expect(follow([0, { title: 'A' }], [1, { title: 'B' }], [2, { title: 'C' }])?.changes).toMatchObject([
    { name: 'title', from: 'A', to: 'C' },
  ]);
});

test('a change that is taken back is no change', () => {
  expect(follow([0, { title: 'A' }], [1, { title: 'B' }], [2, { title: 'A' }])?.changes).toEqual([]);
});

test('a value that the answer leaves out stays as it was, a value that is gone is a change', () => {
  const known = follow([0, { title: 'A', brand: 'X' }], [1, { brand: null }]);

  expect(known?.values).toEqual({ title: 'A' });
  expect(known?.changes).toMatchObject([{ name: 'brand', from: 'X', to: null }]);
});

test('the window of each change ends by itself, and the earliest end is returned', () => {
  const known = follow([0, { title: 'A', brand: 'X' }], [1, { title: 'B' }], [3, { brand: 'Y' }]);

  expect(known && firstWindowEnd(known.changes)).toEqual(onDay(8));
  expect(known && followChanges(known, { seen: {}, at: onDay(8) }).changes).toMatchObject([{ name: 'brand' }]);
});

test('a forgotten value becomes a baseline when it is observed again', () => {
  const known = follow([0, { title: 'A' }], [1, { title: 'B' }]);
  const forgotten = known && forgetValues(known, (name) => name === 'title');

  expect(forgotten).toEqual({ values: {}, changes: [] });
  expect(forgotten && followChanges(forgotten, { seen: { title: 'C' }, at: onDay(2) }).changes).toEqual([]);
});

test('fewer changes than before are known ones, a different value is not', () => {
  const one = follow([0, { title: 'A', brand: 'X' }], [1, { title: 'B', brand: 'Y' }]);
  const other = follow([0, { title: 'A', brand: 'X' }], [1, { title: 'B', brand: 'Z' }]);

  expect(areKnown(one?.changes.slice(0, 1) ?? [], one)).toBe(true);
  expect(areKnown(other?.changes ?? [], one)).toBe(false);
  expect(aboutChanges(other?.changes ?? [])).not.toBe(aboutChanges(one?.changes ?? []));
});

test('a value that was never observed is a baseline, or a change when all values were known', () => {
  const known = follow([0, { title: 'A' }]);
  const seen = { brand: 'X' };

  expect(followChanges(known, { seen, at: onDay(1) }).changes).toEqual([]);
  expect(followChanges(known, { seen, at: onDay(1), isNews: () => true }).changes).toMatchObject([
    { name: 'brand', from: null, to: 'X' },
  ]);
});

test('a long text is shown without its fingerprint, and a short one as it is, even if it looks like one with a fingerprint', () => {
  const known = follow([0, { title: 'Tea kettle '.repeat(30), brand: 'Wait… what' }]);

  expect(known?.values['title']).toMatch(/… [0-9a-z]+$/);
  expect(shownText(known?.values['title'] ?? null)).toBe(`${'Tea kettle '.repeat(14).slice(0, 148)}…`);
  expect(shownText(known?.values['brand'] ?? null)).toBe('Wait… what');
});
