import { expect, test } from 'vitest';
import { mostPrinted, printedPart } from './printed-part.ts';

test('all entries of a list are printed up to the limit, in rows of one or several', () => {
  expect(printedPart(0)).toEqual({ rows: 0, rest: null });
  expect(printedPart(mostPrinted)).toEqual({ rows: 1000, rest: null });
  expect(printedPart(7, 3)).toEqual({ rows: 3, rest: null });
});

test('the paper says how many entries of a longer list are not printed', () => {
  expect(printedPart(10_000)).toEqual({
    rows: 1000,
    rest: '9,000 more are not printed. A filter makes the list shorter.',
  });
  expect(printedPart(1001, 3)).toMatchObject({ rows: 333, rest: expect.stringMatching(/^2 more/) });
});
