import { expect, test } from 'vitest';
import { correctionsNotes } from './corrections-notes.ts';

test.each([
  [-500, ['$5.00 of credits deducted']],
  [1999, ['$19.99 of fees and corrections included']],
  [0, []],
])('corrections of %d cents in the next bill are named as %j', (correctionsAmount, notes) => {
  expect(correctionsNotes({ correctionsAmount, carriedAmount: 0 })).toEqual(notes);
});

test.each([
  [-1001, ['$10.01 of credits left from the last bill']],
  [33.3, ['$0.33 carried over from the last bill']],
  [0.9, []],
])('%d cents that the last bill has left are named as %j', (carriedAmount, notes) => {
  expect(correctionsNotes({ correctionsAmount: 0, carriedAmount })).toEqual(notes);
});
