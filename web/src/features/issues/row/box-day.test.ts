import { expect, test } from 'vitest';
import type { BuyBoxDay } from '@app/shared/contract/catalog.ts';
import { boxHoursOf, boxPaint, boxWords } from './box-day.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 5, 14) + hour * 3_600_000).toISOString();
const point = (hour: number, owner: 'you' | 'other' | 'nobody' | null) => ({
  at: at(hour),
  owner,
  sellerId: null,
  cents: null,
});

type Points = BuyBoxDay['products'][number]['buyBox'];
const dayOf = (buyBox: Points, gaps: readonly (readonly [number, number])[] = []) =>
  boxHoursOf({
    from: at(0),
    to: at(24),
    products: [{ productId: '1', buyBox, gaps: gaps.map(([from, to]) => ({ from: at(from), to: at(to) })) }],
  }).get('1') ?? [];

/** Writes a day as one letter for each hour. */
const shown = (day: ReturnType<typeof dayOf>) => day.map((owner) => (owner === null ? '-' : owner.charAt(0))).join('');

test.each([
  ['held all day', dayOf([point(0, 'you')]), 'yyyyyyyyyyyyyyyyyyyyyyyy'],
  ['lost at nine in the evening', dayOf([point(0, 'you'), point(21, 'other')]), 'yyyyyyyyyyyyyyyyyyyyyooo'],
  [
    'an hour is whose most of it was',
    dayOf([point(0, 'you'), point(3.6, 'other'), point(5.4, 'you')]),
    'yyyyoyyyyyyyyyyyyyyyyyyy',
  ],
  ['the last hour is whose it is now', dayOf([point(0, 'you'), point(23.95, 'nobody')]), 'yyyyyyyyyyyyyyyyyyyyyyyn'],
  ['unknown before it was first seen', dayOf([point(20, 'you')]), '--------------------yyyy'],
  [
    'unknown while nobody could look',
    dayOf(
      [point(0, 'you'), point(10, 'other')],
      [
        [6, 9],
        [20, 24],
      ],
    ),
    'yyyyyy---yoooooooooo----',
  ],
  ['unknown where the answers did not tell', dayOf([point(0, null)]), '------------------------'],
  ['unknown where it was never seen', dayOf([]), '------------------------'],
])('%s', (_, day, expected) => {
  expect(shown(day)).toBe(expected);
});

test('the text gives the hours of each holder', () => {
  expect(boxWords(dayOf([point(0, 'you'), point(21, 'other')]))).toBe('You 21\u{a0}h, others 3\u{a0}h');
  expect(boxWords(dayOf([point(1, 'you'), point(22, 'nobody')], [[4, 5]]))).toBe(
    'No data 2\u{a0}h, you 20\u{a0}h, nobody 2\u{a0}h',
  );
});

test('unknown hours are not painted, and hours without a holder are hollow', () => {
  expect(boxPaint(dayOf([point(6, 'you'), point(12, 'other')]))).toBe(
    'linear-gradient(90deg, transparent 0% 25%, var(--ink) 25% 50%, var(--c-box) 50% 100%)',
  );
  expect(boxPaint(dayOf([point(0, 'you'), point(23, 'nobody')]))).toContain('var(--surface) calc(95.83% + 1px)');
});
