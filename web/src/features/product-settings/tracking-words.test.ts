import { expect, test } from 'vitest';
import { doneText } from './tracking-words.ts';

test('a save and an import say how many products wait for the budget', () => {
  expect(doneText('Spreadsheet successfully imported', 0)).toBe('Spreadsheet successfully imported');
  expect(doneText('Spreadsheet successfully imported', 1)).toBe(
    'Spreadsheet successfully imported. 1 product will be tracked when the budget allows it',
  );
});
