import { expect, test } from 'vitest';
import { correctionsNotes } from './corrections-notes.ts';

test.each([
  [-500, ['$5.00 of credits deducted']],
  [1999, ['$19.99 of fees and corrections included']],
  [0, []],
])('corrections of %d cents in the next bill are named as %j', (correctionsAmount, notes) => {
  expect(correctionsNotes({ correctionsAmount })).toEqual(notes);
});
