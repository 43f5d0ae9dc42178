import { expect, test } from 'vitest';
import { rating } from '../../../testing/fact-builders.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import starRatingRecentChange from './star-rating-recent-change.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
const at = (tenths: number, count: number, day = 0): Look => ({
  now: { rating: rating(tenths, count) },
  at: onDay(day),
});
const fine = (look: Look): Look => ({ ...look, settings: { oneTenthPrecisionUp: true, oneTenthPrecisionDown: true } });
const dropOf = (reviewCountDropMinimumThreshold: number, look: Look): Look => ({
  ...look,
  settings: { reviewCountDropMinimumThreshold },
});
const untold = (facts: Parameters<typeof rating>[2]): Look => ({ now: { rating: rating(45, 100, facts) } });
/** A look at the end of a window, without an answer about ratings. */
const timeOut = (day: number): Look => ({
  now: { rating: rating(0, 0, { tenths: null, count: null }) },
  at: onDay(day),
  seenAt: null,
});

verdicts(starRatingRecentChange, [
  ['takes the first rating as its baseline', at(45, 100), 'ok'],
  ['is ok while nothing changes', [at(45, 100), at(45, 100, 1)], 'ok'],
  ['alerts when the stars fall to another half star', [at(48, 100), at(47, 100, 1)], 'alert'],
  ['is ok while they move within the same half star', [at(47, 100), at(45, 100, 1)], 'ok'],
  ['alerts at a tenth when asked to', [fine(at(47, 100)), fine(at(46, 100, 1))], 'alert'],
  ['is an improvement when the stars rise to another half star', [at(44, 100), at(45, 100, 1)], 'improved'],
  ['is ok when they rise within it', [at(45, 100), at(47, 100, 1)], 'ok'],
  ['tells of a tenth up when asked to', [fine(at(45, 100)), fine(at(46, 100, 1))], 'improved'],
  ['is plainly ok at the look after the rise', [at(44, 100), at(45, 100, 1), at(45, 100, 1)], 'ok'],
  ['stays an alert for 7 days', [at(48, 100), at(44, 100, 1), at(44, 100, 7)], 'alert'],
  ['falls back to ok when the 7 days have passed', [at(48, 100), at(44, 100, 1), at(44, 100, 8)], 'ok'],
  ['is an improvement when the fall is taken back', [at(48, 100), at(44, 100, 1), at(48, 100, 2)], 'improved'],
  ['is ok when a rise is taken back within the window', [at(44, 100), at(45, 100, 1), at(44, 100, 2)], 'ok'],
  ['alerts again when a fall comes back', [at(48, 100), at(44, 100, 1), at(48, 100, 2), at(44, 100, 3)], 'alert'],
  ['alerts again after a rise beyond it', [at(45, 100), at(40, 100, 1), at(50, 100, 2), at(40, 100, 3)], 'alert'],
  [
    'alerts again after a rise in two steps',
    [at(48, 100), at(40, 100), at(45, 100), at(50, 100), at(40, 100)],
    'alert',
  ],
  ['alerts again after a rise of a part', [at(50, 100), at(40, 100, 1), at(45, 100, 2), at(40, 100, 3)], 'alert'],
  // A rating that fell more than 7 days ago is the normal one, so the rise is the first change, and the fall reverses
  // it.
  [
    'is ok when a rise from an old fall is taken back',
    [at(50, 100), at(44, 100), at(45, 100, 8), at(44, 100, 9)],
    'ok',
  ],
  ['warns when a rating disappears', [at(45, 100), at(45, 99, 1)], 'warning'],
  ['is ok when more ratings come', [at(45, 100), at(45, 130, 1)], 'ok'],
  ['is ok below the threshold', [at(45, 100), dropOf(5, at(45, 96, 1))], 'ok'],
  ['warns at the threshold', [at(45, 100), dropOf(5, at(45, 95, 1))], 'warning'],
  ['adds up small drops', [at(45, 100), dropOf(5, at(45, 97, 1)), dropOf(5, at(45, 95, 2))], 'warning'],
  ['is plainly ok once the threshold is above the drop', [at(45, 100), at(45, 98, 1), dropOf(5, at(45, 98, 2))], 'ok'],
  ['stays a warning while the threshold is not', [at(45, 100), at(45, 95, 1), dropOf(5, at(45, 95, 2))], 'warning'],
  [
    'adds up small drops across a higher threshold',
    [at(45, 100), at(45, 98, 1), dropOf(5, at(45, 98, 2)), dropOf(5, at(45, 95, 3))],
    'warning',
  ],
  ['is plainly ok once tenths down do not count', [fine(at(47, 100)), fine(at(46, 100, 1)), at(46, 100, 2)], 'ok'],
  ['stays an alert at half a star', [fine(at(48, 100)), fine(at(46, 100, 1)), at(46, 100, 2)], 'alert'],
  [
    'is ok when the threshold is above the drop, though nothing is told',
    [at(45, 100), at(45, 98, 1), dropOf(5, timeOut(2))],
    'ok',
  ],
  ['is better when the ratings are back', [at(45, 100), at(45, 90, 1), at(45, 100, 2)], 'improved'],
  ['stays a warning while only some are back', [at(45, 100), at(45, 90, 1), at(45, 95, 2)], 'warning'],
  ['is an alert when both fall', [at(48, 100), at(44, 90, 1)], 'alert'],
  [
    'is plainly ok when the warning ends by time, though the stars have risen since',
    [at(45, 100), at(45, 90, 1), at(50, 90, 3), at(50, 90, 8)],
    'ok',
  ],
  ['says nothing where the page shows no stars', [at(45, 100), untold({ tenths: null })], null],
  ['judges the stars where the page does not count ratings', [at(48, 100), untold({ count: null })], 'alert'],
  ['does not take an untold count for a drop', [at(45, 100), untold({ count: null })], 'ok'],
  ['compares with the last count told', [at(45, 100), untold({ count: null }), at(45, 90, 1)], 'warning'],
  ['says nothing while nobody has rated', [at(45, 100), untold({ count: 0 })], null],
  ['is ok for a product that nobody has rated yet', untold({ tenths: null, count: 0 }), 'ok'],
  [
    'takes the first rating of such a product as its baseline',
    [untold({ tenths: null, count: 0 }), at(10, 1, 1), at(10, 1, 2)],
    'ok',
  ],
  ['stays an alert for 7 days, though nothing is told', [at(48, 100), at(44, 100, 1), timeOut(7)], 'alert'],
  ['is ok when they have passed, though nothing is told any more', [at(48, 100), at(44, 100, 1), timeOut(8)], 'ok'],
  ['stays a warning for the later window', [at(48, 100), at(44, 100, 1), at(44, 90, 3), timeOut(8)], 'warning'],
  ['does not believe a count that is cut at its thousands separator', [at(45, 127_560), at(45, 127, 1)], null],
  ['nor one that has passed a thousand since', [at(45, 127_990), at(45, 128, 1)], null],
  ['nor the first that has a separator', [at(45, 1000), at(45, 1, 1)], null],
]);

test('a fall names both ratings, and is judged again when its window ends', () => {
  const [, alert] = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 101, 1)]);

  expect(alert).toMatchObject({
    text: 'The star rating fell from 4.8 to 4.4',
    from: '4.8 stars',
    to: '4.4 stars',
    about: 'stars 44',
    againAt: onDay(8),
    evidence: [{ label: 'Star rating', value: '4.8, now 4.4' }],
  });
});

test("ratings that disappear are counted in the marketplace's number format", () => {
  const [, warning] = judgeInTurn(starRatingRecentChange, [at(45, 5200), at(45, 4100, 1)]);

  expect(warning).toMatchObject({
    text: 'The number of ratings fell from 5,200 to 4,100',
    from: '5,200 ratings',
    to: '4,100 ratings',
  });
});

test('a single rating that is left is one rating', () => {
  expect(judgeInTurn(starRatingRecentChange, [at(45, 2), at(45, 1, 1)])[1]?.to).toBe('1 rating');
});

test('a further fall is news and starts from the rating before the first', () => {
  const judgements = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 100, 1), at(34, 100, 2)]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'stars 44', 'stars 34']);
  expect(judgements.at(-1)).toMatchObject({ from: '4.8 stars', to: '3.4 stars', againAt: onDay(9) });
});

test('a rise of the stars is no news of the ratings that are missing', () => {
  const [, warning, risen] = judgeInTurn(starRatingRecentChange, [at(45, 100), at(45, 90, 1), at(50, 90, 3)]);

  expect(risen).toMatchObject({ verdict: 'warning', text: 'The number of ratings fell from 100 to 90' });
  expect(risen?.about).toBe(warning?.about);
});

test.each<[string, Look]>([
  ['the ratings come back', at(44, 100, 4)],
  ['the stars rise again', at(48, 90, 4)],
  ['the window of the stars ends', at(44, 90, 8)],
  ['the window of the stars ends, though nothing is told', timeOut(8)],
])('of fallen stars and missing ratings, the one that is left is no news when %s', (_, look) => {
  const judgements = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 100, 1), at(44, 90, 3), look]);

  expect(judgements.slice(1).map((judgement) => judgement?.isFewer)).toEqual([false, false, true]);
});

test('a rise that ends a fall sends no message about the ratings that are missing since then', () => {
  const [, , risen] = judgeInTurn(starRatingRecentChange, [at(45, 100), at(40, 90, 1), at(50, 90, 2)]);

  expect(risen).toMatchObject({ verdict: 'warning', about: 'ratings 90', worth: { sends: 'nothing' } });
});

test('both changes are reported in one sentence', () => {
  const [, alert] = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 90, 1)]);

  expect(alert).toMatchObject({
    text: 'The star rating fell from 4.8 to 4.4, and the number of ratings fell from 100 to 90',
    from: '4.8 stars, 100 ratings',
    to: '4.4 stars, 90 ratings',
    about: 'stars 44, ratings 90',
  });
});

test('the item has no text while all is well, and one when the window is over', () => {
  const judgements = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 100, 1), at(44, 100, 8)]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([
    null,
    'The star rating fell from 4.8 to 4.4',
    'The star rating is now 4.4',
  ]);
});

test.each<[string, Look, string]>([
  ['when they are back', at(45, 5200, 2), 'The number of ratings is now 5,200'],
  ['when the window is over', at(45, 4100, 8), 'The number of ratings is now 4,100'],
  ['when the settings no longer count it', dropOf(2000, at(45, 4100, 2)), 'The number of ratings is now 4,100'],
  ['when nothing is told any more', timeOut(8), 'The number of ratings was 4,100 when it was last told'],
])('a warning of ratings that disappeared ends with their number %s', (_, end, text) => {
  expect(judgeInTurn(starRatingRecentChange, [at(45, 5200), at(45, 4100, 1), end]).at(-1)?.text).toBe(text);
});

test('a rise names both ratings', () => {
  const [, improved] = judgeInTurn(starRatingRecentChange, [at(44, 100), at(45, 101, 1)]);

  expect(improved).toMatchObject({ text: 'The star rating rose from 4.4 to 4.5', from: '4.4 stars', to: '4.5 stars' });
});

test('an alert about both is judged again when the first of the windows ends', () => {
  const [, , both] = judgeInTurn(starRatingRecentChange, [at(48, 100), at(44, 100, 1), at(44, 90, 3)]);

  expect(both?.againAt).toEqual(onDay(8));
});

const worthOf = (...looks: readonly Look[]) => judgeInTurn(starRatingRecentChange, looks).at(-1)?.worth;

test('a change is worth a message from ten ratings on, and from two tenths', () => {
  expect(worthOf(at(48, 10), at(46, 10, 1))).toBeNull();
  expect(worthOf(at(48, 9), at(46, 9, 1))).toMatchObject({ sends: 'nothing' });
  expect(worthOf(at(48, 10), at(47, 10, 1))).toMatchObject({ sends: 'nothing' });
});

test('ratings that disappear are told three hours before their window ends, from three in a hundred on', () => {
  const until = new Date(onDay(8).getTime() - 3 * 3_600_000);

  expect(worthOf(at(45, 1000), at(45, 970, 1))).toMatchObject({ sends: 'later', until });
  expect(worthOf(at(45, 1000), at(45, 971, 1))).toMatchObject({ sends: 'nothing' });
});
