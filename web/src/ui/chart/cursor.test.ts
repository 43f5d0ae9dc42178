import { expect, test } from 'vitest';
import { nextIndex } from './cursor.ts';
import { noteText } from './note.ts';

test('arrow keys go from point to point and stop at the ends; the first press shows the newest', () => {
  expect(nextIndex('ArrowLeft', null, 29)).toBe(29);
  expect([nextIndex('ArrowLeft', 29, 29), nextIndex('ArrowRight', 28, 29)]).toEqual([28, 29]);
  expect([nextIndex('ArrowLeft', 0, 29), nextIndex('ArrowRight', 29, 29)]).toEqual([0, 29]);
  expect([nextIndex('Home', 7, 29), nextIndex('End', 7, 29), nextIndex('Enter', 7, 29)]).toEqual([0, 29, null]);
});

test('the note beside the cursor is read as one sentence', () => {
  const lines = [
    { label: 'Sold', value: '44' },
    { label: 'Rank', value: 'No data' },
  ];

  expect(noteText({ title: 'Saturday, 8 November', remark: 'Not final', lines })).toBe(
    'Saturday, 8 November, Not final, Sold 44, Rank No data',
  );
});
