import { expect, test } from 'vitest';
import { review, reviews } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import topReview from './top-review.ts';

/** A page whose first reviews have these numbers of stars; each review has its own id. */
const page = (...stars: number[]): Look => ({
  now: { reviews: reviews(...stars.map((rating, index) => review(`R${index + 1}`, rating))) },
});
const named = (...list: Parameters<typeof review>[]): Look => ({
  now: { reviews: reviews(...list.map((one) => review(...one))) },
});

verdicts(topReview, [
  ['is ok while all reviews are good', page(5, 4, 5), 'ok'],
  ['judges the first look: a bad review at #1 is an alert', page(1, 5, 5), 'alert'],
  ['alerts at #3', page(5, 5, 3), 'alert'],
  ['warns at #4', page(5, 5, 5, 2), 'warning'],
  ['warns at #10', page(5, 5, 5, 5, 5, 5, 5, 5, 5, 1), 'warning'],
  ['is ok with a bad review at #11', page(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1), 'ok'],
  ['alerts when one is among the first three and others are below', page(5, 2, 5, 1), 'alert'],
  ['counts four stars as good', page(4, 4), 'ok'],
  ['stays an alert while it stands there', [page(1), page(1)], 'alert'],
  ['is ok when it is gone', [page(1, 5), page(5)], 'ok'],
  [
    'stays a warning while a layout with fewer reviews leaves the review out',
    [page(5, 5, 5, 5, 5, 5, 5, 5, 1, 5), page(5, 5, 5, 5, 5), page(5, 5, 5, 5, 5)],
    'warning',
  ],
  ['is ok when the last review alone is gone', [page(5, 5, 5, 1), page(5, 5, 5)], 'ok'],
  [
    'is ok when a whole page after a shorter one no longer has it',
    [page(5, 5, 5, 5, 5, 5, 5, 5, 1, 5), page(5, 5, 5, 5, 5), page(5, 5, 5, 5, 5, 5, 5, 5, 5, 5)],
    'ok',
  ],
  [
    'is ok when a shorter page has other reviews',
    [named(['A', 5], ['B', 5], ['C', 5], ['BAD', 1]), named(['A', 5], ['D', 5])],
    'ok',
  ],
  ['is ok when all reviews are gone', [page(5, 5, 5, 1), page()], 'ok'],
  ['is ok for a product without reviews', page(), 'ok'],
  ['says nothing of a page that does not tell', { now: { reviews: { top: null } } }, null],
]);

test('the alert contains the stars, the place and the words of the review', () => {
  const [alert] = judgeInTurn(topReview, [page(5, 1)]);

  expect(alert).toMatchObject({
    text: 'A review with 1 star at #2: "Sticks from day one"',
    to: '1 star at #2',
    about: 'R2 red',
    evidence: [{ label: '1 star at #2', value: 'Sticks from day one' }],
  });
});

test('several bad reviews are counted, and the highest is quoted', () => {
  const [alert] = judgeInTurn(topReview, [page(5, 2, 5, 3)]);

  expect(alert).toMatchObject({
    text: '2 bad reviews among the first 10, the highest with 2 stars at #2: "Sticks from day one"',
    about: 'R2 red, R4 amber',
  });
});

test('a bad review that rises into the first three is news; one that moves within them is not', () => {
  const fourth = named(['A', 5], ['B', 5], ['C', 5], ['BAD', 1]);
  const third = named(['A', 5], ['B', 5], ['BAD', 1], ['C', 5]);
  const first = named(['BAD', 1], ['A', 5], ['B', 5], ['C', 5]);

  const judgements = judgeInTurn(topReview, [fourth, third, first]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual(['BAD amber', 'BAD red', 'BAD red']);
});

test('one of two bad reviews that goes is no news, another one that comes is', () => {
  const judgements = judgeInTurn(topReview, [named(['A', 1], ['B', 2]), named(['B', 2]), named(['B', 2], ['C', 2])]);

  expect(judgements.map((judgement) => judgement?.isFewer)).toEqual([false, true, false]);
});

test('the item has no text while all is well, and one when the alert is over', () => {
  const judgements = judgeInTurn(topReview, [page(5), page(1), page(5)]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([
    null,
    'A review with 1 star at #1: "Sticks from day one"',
    'No bad review is left among the first 10',
  ]);
  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'R1 red', null]);
});

test('an alert stays as it is while a layout with fewer reviews leaves its review out', () => {
  const whole = page(5, 5, 5, 5, 5, 5, 5, 5, 1, 5);
  const [first, cut, again] = judgeInTurn(topReview, [whole, page(5, 5, 5, 5, 5), whole]);

  expect(cut).toEqual({ ...first, isFewer: true });
  expect(again).toEqual(cut);
});
