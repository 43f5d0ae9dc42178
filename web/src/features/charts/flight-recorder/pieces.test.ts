import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { domainOf, linePath, piecesOf, scaleOf, stepPath, valueAt } from './pieces.ts';

const range = { from: 0, to: 100 };
const points = [
  { at: -10, value: 5 },
  { at: 40, value: 7 },
];
const plot = { x: (at: number) => at, y: (value: number) => value };

test('the value before the range holds at its beginning, and the last one until its end', () => {
  expect(piecesOf({ points, range, gaps: [] })).toEqual([
    { from: 0, to: 40, value: 5 },
    { from: 40, to: 100, value: 7 },
  ]);
});

test('no value holds within a gap', () => {
  const pieces = piecesOf({ points, range, gaps: [{ from: 30, to: 50 }] });

  expect(pieces).toEqual([
    { from: 0, to: 30, value: 5 },
    { from: 50, to: 100, value: 7 },
  ]);
  expect([valueAt(pieces, 10), valueAt(pieces, 40), valueAt(pieces, 60)]).toEqual([5, undefined, 7]);
});

test('steps are joined between adjacent pieces and broken at gaps', () => {
  expect(stepPath(piecesOf({ points, range, gaps: [] }), plot)).toBe('M0 5H40L40 7H100');
  expect(stepPath(piecesOf({ points, range, gaps: [{ from: 30, to: 50 }] }), plot)).toBe('M0 5H30M50 7H100');
  expect(stepPath([{ from: 0, to: 9, value: null }], plot)).toBe('');
});

test('a line breaks at a day without a value', () => {
  const days = [1, 2, null, 4].map((value, index) => ({ at: index, value }));

  expect(linePath(days, plot)).toBe('M0 1L1 2M3 4');
});

test('a single value has room around it, and no value has no domain', () => {
  expect(domainOf([null, 40, null])).toEqual([38, 42]);
  expect(domainOf([null])).toBeNull();
  expect(scaleOf([0, 10], { top: 0, bottom: 100 })(10)).toBe(0);
});

const span = fc.tuple(fc.nat(120), fc.nat(120)).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

test('pieces and gaps never overlap, whatever the gaps are', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 5 }), (gaps) => {
      for (const piece of piecesOf({ points, range, gaps })) {
        expect(gaps.some((gap) => gap.from < piece.to && piece.from < gap.to)).toBe(false);
      }
    }),
  );
});
