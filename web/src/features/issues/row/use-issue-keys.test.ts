import { expect, test } from 'vitest';
import { nextRow, rowWalk } from './use-issue-keys.ts';

test.each([
  ['from nowhere, j goes to the first row', { at: -1, last: -1, isForward: true }, 0],
  ['j goes down', { at: 1, last: 1, isForward: true }, 2],
  ['j stays at the end', { at: 4, last: 4, isForward: true }, 4],
  ['k goes up', { at: 1, last: 1, isForward: false }, 0],
  ['k stays at the start', { at: 0, last: 0, isForward: false }, 0],
  ['after a row was done, j goes to the one that took its place', { at: -1, last: 2, isForward: true }, 2],
  ['after the last row was done, j goes to the new last one', { at: -1, last: 5, isForward: true }, 4],
])('%s', (_case, place, row) => {
  expect(nextRow({ ...place, count: 5 })).toBe(row);
});

test('once a row that was reached by mouse is gone, j goes to the one that took its place', () => {
  const elements = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as Element);
  let rows = elements.map((element) => ({ element, contains: (other: Element | null) => other === element }));
  const walk = rowWalk(() => rows);
  const [, , third, fourth] = elements;

  walk.note(third ?? null);
  rows = rows.filter(({ element }) => element !== third);

  expect(walk.next(null, true)?.element).toBe(fourth);
});
