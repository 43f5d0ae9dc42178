import { expect, test } from 'vitest';
import { rating, review, reviews } from '../../../testing/fact-builders.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import badReview from './bad-review.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
type Reviews = ReturnType<typeof review>[];
const page = (day: number, ...top: Reviews): Look => ({ now: { reviews: reviews(...top) }, at: onDay(day) });
const withRatings = (look: Look, byStars: readonly number[]): Look => {
  const count = byStars.reduce((sum, stars) => sum + stars, 0);
  return { ...look, now: { ...look.now, rating: rating(45, count, { byStars }) } };
};

const good = review('GOOD', 5);
const fine = review('FINE', 4);
const bad = review('BAD', 1);
const poor = review('POOR', 2);
const mixed = review('MIXED', 3);
const old = review('OLD', 1, { date: '2025-11-01T00:00:00.000Z' });
const undated = review('UNDATED', 1, { date: null });
const undatedGood = review('NEWER', 5);
const timeOut = (day: number): Look => ({ now: { reviews: { top: null } }, at: onDay(day), seenAt: null });
const few = [0, 0, 1, 2, 9];

verdicts(badReview, [
  ['takes what is there at first as its baseline', page(0, bad, good), 'ok'],
  ['alerts at a new review with 1 star', [page(0, good), page(1, bad, good)], 'alert'],
  ['alerts at a new review with 2 stars', [page(0, good), page(1, good, poor)], 'alert'],
  ['warns at a new review with 3 stars', [page(0, good), page(1, good, mixed)], 'warning'],
  ['is ok when a good review comes', [page(0, good), page(1, fine, good)], 'ok'],
  ['is an alert when one of two new ones has few stars', [page(0), page(1, mixed, bad)], 'alert'],
  ['stays an alert for 7 days', [page(0), page(1, bad), page(7, bad)], 'alert'],
  ['falls back to ok when the 7 days have passed', [page(0), page(1, bad), page(8, bad)], 'ok'],
  ['is an improvement when the review is gone', [page(0, good), page(1, bad, good), page(2, good)], 'improved'],
  ['stays an alert while another is there', [page(0), page(1, bad, poor), page(2, poor)], 'alert'],
  ['alerts when a review loses stars', [page(0, mixed), page(1, { ...mixed, rating: 1 })], 'alert'],
  ['is an improvement when a review gains stars', [page(0), page(1, bad), page(2, { ...bad, rating: 4 })], 'improved'],
  ['is ok when an old review comes up on the page', [page(0, good), page(1, good, old)], 'ok'],
  [
    'is ok when a page shows a review that an earlier page left out',
    [page(0, good), page(1, good, review('LATE', 1, { date: '2026-02-25T00:00:00.000Z' }))],
    'ok',
  ],
  [
    'alerts at a review that took a day to be shown',
    [page(0, good), page(1, good, review('SLOW', 1, { date: '2026-03-01T00:00:00.000Z' }))],
    'alert',
  ],
  [
    'alerts at a review that is less than 30 days old when it comes up on the page',
    [page(0, good), page(40, good, review('LATE', 1, { date: onDay(11).toISOString() }))],
    'alert',
  ],
  [
    'is ok when a review comes up on the page after 30 days',
    [page(0, good), page(40, good, review('LATE', 1, { date: onDay(10).toISOString() }))],
    'ok',
  ],
  ['counts a review without a date as new', [page(0, good), page(1, undated)], 'alert'],
  ['is no news when a review comes back', [page(0, bad), page(1, good), page(2, bad)], 'ok'],
  [
    'is no news when a review that was told comes back',
    [page(0, good), page(1, bad, good), page(2, good), page(3, bad, good)],
    'ok',
  ],
  ['does not mind the order of the page', [page(0, good, fine, mixed), page(1, mixed, fine, good)], 'ok'],
  [
    'does not take a layout that ends earlier for reviews that are gone',
    [page(0, good), page(1, good, fine, bad), page(2, good)],
    'alert',
  ],
  [
    'takes another page of fewer reviews at its word',
    [page(0, good), page(1, good, fine, bad), page(2, mixed)],
    'warning',
  ],
  [
    'is an improvement when the last one is gone, though another was over before',
    [page(0), page(1, bad), page(4, poor, bad), page(9, bad)],
    'improved',
  ],
  [
    'stays an alert when newer reviews push it off the end of the page',
    [page(0, good, fine), page(1, good, bad), page(2, fine, good)],
    'alert',
  ],
  [
    'stays an alert while it stands behind the end',
    [page(0, good, fine), page(1, good, bad), page(2, fine, good), page(3, fine, good)],
    'alert',
  ],
  [
    'is an improvement when it is gone from the middle while a newer one comes',
    [page(0, good, fine), page(1, bad, good, fine), page(2, undatedGood, good, fine)],
    'improved',
  ],
  [
    'is an improvement when it is gone from the end and nothing came',
    [page(0, good, fine), page(1, good, fine, bad), page(2, good, fine)],
    'improved',
  ],
  [
    'stays an alert for 7 days, though no page comes any more',
    [page(0, good), page(1, bad, good), timeOut(7)],
    'alert',
  ],
  ['is ok when they have passed, though no page comes any more', [page(0, good), page(1, bad, good), timeOut(8)], 'ok'],
  ['stays a warning for the later window', [page(0), page(1, bad), page(3, bad, mixed), timeOut(8)], 'warning'],
  ['says nothing of a page without reviews', { now: { reviews: { top: null } } }, null],
  [
    'warns when a bad rating comes without a review',
    [withRatings(page(0, good), few), withRatings(page(1, good), [1, 0, 1, 2, 9])],
    'warning',
  ],
  [
    'is ok when the 7 days of such a rating have passed',
    [withRatings(page(0, good), few), withRatings(page(1, good), [1, 0, 1, 2, 9]), page(8, good)],
    'ok',
  ],
  [
    'is ok when the 7 days of such a rating have passed, though no page comes any more',
    [withRatings(page(0, good), few), withRatings(page(1, good), [1, 0, 1, 2, 9]), timeOut(8)],
    'ok',
  ],
  [
    'is ok while rounding explains the counts',
    [withRatings(page(0, good), [50, 30, 20, 300, 600]), withRatings(page(1, good), [60, 30, 20, 310, 610])],
    'ok',
  ],
  [
    'is better when the bad ratings are taken back',
    [withRatings(page(0, good), few), withRatings(page(1, good), [1, 0, 1, 2, 9]), withRatings(page(2, good), few)],
    'improved',
  ],
]);

test('the alert contains the stars, the words of the review and its place on the page', () => {
  const [, alert] = judgeInTurn(badReview, [page(0, good), page(1, good, bad)]);

  expect(alert).toMatchObject({
    text: 'A new review with 1 star: "Sticks from day one"',
    to: '1 star',
    about: 'BAD 1',
    evidence: [{ label: '1 star at #2', value: 'Sticks from day one' }],
    againAt: onDay(8),
  });
});

test('a second bad review is news; that one of two is gone or over is not', () => {
  const judgements = judgeInTurn(badReview, [page(0), page(1, bad), page(2, poor, bad), page(3, bad)]);

  expect(judgements.map((judgement) => [judgement?.about, judgement?.isFewer])).toEqual([
    [null, undefined],
    ['BAD 1', false],
    ['BAD 1, POOR 2', false],
    ['BAD 1', true],
  ]);
  expect(judgements[2]?.text).toBe('2 new bad reviews, the worst with 1 star: "Sticks from day one"');

  const over = judgeInTurn(badReview, [page(0), page(1, bad), page(3, bad, mixed), timeOut(8)]);
  expect(over.at(-1)).toMatchObject({ verdict: 'warning', isFewer: true });
});

test('a review that lost stars is told as a changed one, with the stars before', () => {
  const dropped = { ...mixed, rating: 1 };
  const [, alert, weaker] = judgeInTurn(badReview, [
    page(0, good, mixed),
    page(1, good, dropped),
    page(2, good, { ...mixed, rating: 3 }),
  ]);

  expect(alert).toMatchObject({
    text: 'A review was changed from 3 stars to 1 star: "Sticks from day one"',
    about: 'MIXED 1',
    evidence: [{ label: '1 star at #2, 3 stars before', value: 'Sticks from day one' }],
  });
  expect(weaker?.text).toBe('A review was changed to 3 stars: "Sticks from day one"');
});

test.each([
  ['two changed', [good, mixed], '2 reviews were changed, the worst to 1 star: "Sticks from day one"'],
  ['a new and a changed', [good], '2 new or changed bad reviews, the worst with 1 star: "Sticks from day one"'],
])('%s reviews are told as what they are', (_what, before, text) => {
  const [, alert] = judgeInTurn(badReview, [
    page(0, ...before),
    page(1, { ...good, rating: 2 }, { ...mixed, rating: 1 }),
  ]);

  expect(alert?.text).toBe(text);
});

test('a rating that came with its review is reported once', () => {
  const [, warning] = judgeInTurn(badReview, [
    withRatings(page(0, good), few),
    withRatings(page(1, good, mixed), [0, 0, 2, 2, 9]),
  ]);

  expect(warning).toMatchObject({ text: 'A new review with 3 stars: "Sticks from day one"', about: 'MIXED 3' });
});

test('further ratings without a review are news', () => {
  const judgements = judgeInTurn(badReview, [
    withRatings(page(0, good), few),
    withRatings(page(1, good), [1, 0, 1, 2, 9]),
    withRatings(page(2, good), [3, 0, 1, 2, 9]),
  ]);

  expect(judgements.map((judgement) => judgement?.isFewer)).toEqual([undefined, false, false]);
  expect(judgements.at(-2)?.text).toBe('1 new rating of 3 stars or fewer without a review');
  expect(judgements.at(-1)?.text).toBe('2 new ratings of 3 stars or fewer without a review');
  expect(judgements.at(-1)?.about).not.toBe(judgements.at(-2)?.about);
});

test('the next check is due when the first of several windows ends', () => {
  const judgements = judgeInTurn(badReview, [page(0), page(1, bad), page(4, poor, bad)]);

  expect(judgements.at(-1)?.againAt).toEqual(onDay(8));
});

test('ratings that came with a review are not counted as ratings without one', () => {
  const [, warning] = judgeInTurn(badReview, [
    withRatings(page(0, good), few),
    withRatings(page(1, good, mixed), [0, 2, 2, 2, 9]),
  ]);

  expect(warning?.text).toBe(
    'A new review with 3 stars: "Sticks from day one"; 2 new ratings of 3 stars or fewer without a review',
  );
});

test('a review without words is reported without words', () => {
  const silent = review('SILENT', 1, { title: '', body: ' ' });
  const [, alert] = judgeInTurn(badReview, [page(0), page(1, silent)]);

  expect(alert).toMatchObject({ text: 'A new review with 1 star', evidence: [{ value: 'without words' }] });
});

test('a long review is shortened to its beginning, in one line', () => {
  const long = review('LONG', 1, { title: '', body: 'Everything burns on.\nAnd it stays there. '.repeat(9) });
  const [, alert] = judgeInTurn(badReview, [page(0), page(1, long)]);

  expect(alert?.text).toMatch(/^A new review with 1 star: "Everything burns on\. And it .*…"$/);
});

test.each([
  ['the review is gone', page(2), 'No recent bad review is left on the page'],
  ['its window is over', page(8, bad), 'No bad review came in the last 7 days'],
])('when %s the item says so once', (_, end, text) => {
  const judgements = judgeInTurn(badReview, [page(0), page(1, bad), end, end]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([null, expect.any(String), text, null]);
  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'BAD 1', null, null]);
});
