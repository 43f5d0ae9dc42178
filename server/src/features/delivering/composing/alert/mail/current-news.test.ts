import { expect, test } from 'vitest';
import type { Colour } from '@app/shared/base/severity.ts';
import { judgeLines } from './current-news.ts';

interface Now {
  readonly statusNow: number | null;
  readonly issueStatusNow: number | null;
}
const open: Now = { statusNow: 2, issueStatusNow: 0 };
const over: Now = { statusNow: 0, issueStatusNow: 0 };

const flips = (colours: readonly Colour[], now = open, itemId = 'price-7') =>
  colours.map((colour) => ({ itemId, colour, ...now }));

const told = (lines: ReturnType<typeof flips>): string =>
  judgeLines(lines)
    .map(({ colour, isOver }) => (isOver ? `${colour} over` : colour))
    .join(', ');

test.each<[readonly Colour[], string]>([
  [['RED'], 'RED'],
  [['RED', 'GREEN'], 'RED'],
  [['GREEN'], ''],
  [['RED', 'GREEN', 'RED'], 'RED over, RED'],
  [['GREEN', 'RED', 'AMBER'], 'RED, AMBER'],
  [['RED', 'GREEN', 'AMBER', 'GREEN'], 'RED over, AMBER'],
])('the flips %o of an item with an issue are told as %s', (colours, expected) => {
  expect(told(flips(colours))).toBe(expected);
});

test.each<[readonly Colour[], string]>([
  [['RED', 'GREEN'], 'RED over, GREEN'],
  [['GREEN'], 'GREEN'],
  [['RED', 'GREEN', 'AMBER', 'GREEN'], 'RED over, AMBER over, GREEN'],
])('the flips %o of an item without an issue are told as %s', (colours, expected) => {
  expect(told(flips(colours, over))).toBe(expected);
});

test.each([
  [1, 2, 'RED'],
  [2, 1, 'RED'],
  [0, 0, 'RED over'],
  [99, 0, 'RED over'],
  [null, null, 'RED over'],
  [2, 3, 'RED over'],
])(
  'with the status %s and the issue status %s of the item now, an alert is told as %s',
  (statusNow, issueStatusNow, expected) => {
    expect(told(flips(['RED'], { statusNow, issueStatusNow }))).toBe(expected);
  },
);

test('an improvement of one item does not end the problem of another', () => {
  expect(told([...flips(['RED']), ...flips(['GREEN'], over, 'price-8')])).toBe('RED, GREEN');
});
