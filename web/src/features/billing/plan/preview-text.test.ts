import { expect, test } from 'vitest';
import { parseAdded, previewText } from './preview-text.ts';

test.each([
  ['12', 12],
  ['+12', 12],
  [' -3 ', -3],
  ['−3', -3],
  ['', null],
  ['1.5', null],
  ['ten', null],
  ['100001', null],
])('"%s" is read as %s', (typed, added) => {
  expect(parseAdded(typed)).toBe(added);
});

test('more ASINs cost so much more', () => {
  expect(previewText({ asins: 182, nextAsins: 194, dayAmount: 276.1, nextDayAmount: 292.9 })).toEqual({
    change: '+12 ASINs = +$0.168 a day, +$5.04 in 30 days',
    total: '194 ASINs cost $2.929 a day',
  });
});

test('fewer ASINs cost so much less', () => {
  const preview = { asins: 2, nextAsins: 1, dayAmount: 33.3, nextDayAmount: 33.3 };

  expect(previewText(preview).change).toBe('−1 ASIN = +$0.000 a day, +$0.00 in 30 days');
  expect(previewText({ ...preview, dayAmount: 34.9 }).change).toBe('−1 ASIN = −$0.016 a day, −$0.48 in 30 days');
});
