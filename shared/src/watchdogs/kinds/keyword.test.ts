import { expect, test } from 'vitest';
import { searchRank } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import keyword from './keyword.ts';

const at = (position: number | null, seen = 150): Look => ({
  now: { searchRank: [searchRank('pan', 1), searchRank('skillet', position, { seen })] },
  own: { keyword: 'skillet', absoluteThreshold: 10 },
});
const unbounded = (position: number | null): Look => ({ ...at(position), own: { keyword: 'skillet' } });
const bounded = (position: number | null, absoluteThreshold: number): Look => ({
  ...at(position),
  own: { keyword: 'skillet', absoluteThreshold },
});

verdicts(keyword, [
  ['is ok while the position is within the threshold', at(10), 'ok'],
  ['judges the first look: a position behind the threshold is an alert', at(11), 'alert'],
  ['alerts when the position crosses the threshold', [at(8), at(12)], 'alert'],
  ['stays an alert while it moves behind the threshold', [at(8), at(12), at(14)], 'alert'],
  ['is an improvement when it is back within', [at(12), at(10)], 'improved'],
  ['is plainly ok at the look after that', [at(12), at(10), at(9)], 'ok'],
  ['is ok while it moves within the threshold', [at(3), at(9)], 'ok'],
  ['alerts when the product is gone from the results', [at(8), at(null)], 'alert'],
  ['is no alert for a product that was never found', at(null), 'ok'],
  ['stays without an alert while it is not found', [at(null), at(null)], 'ok'],
  ['alerts when it was found once and is gone', [at(null), at(8), at(null)], 'alert'],
  ['stays an alert when a product behind the threshold is gone', [at(12), at(null), at(null)], 'alert'],
  ['says nothing when fewer results were seen than the threshold counts', [at(8), at(null, 9)], null],
  ['alerts when as many were seen as the threshold counts', [at(8), at(null, 10)], 'alert'],
  ['never alerts without a threshold', [unbounded(3), unbounded(140)], 'ok'],
  ['does not even alert without a threshold when it is gone', unbounded(null), 'ok'],
  ['is ok, but no better, when the threshold is lowered to where it stands', [at(12), bounded(12, 20)], 'ok'],
  ['alerts when the threshold is raised above where it stands', [at(8), bounded(8, 5)], 'alert'],
  ['says nothing of a phrase that nobody has looked for yet', { ...at(1), own: { keyword: 'wok' } }, null],
  ['says nothing where no results were seen', [unbounded(3), { ...unbounded(null), now: at(null, 0).now }], null],
]);

test.each([
  ['an answer without results', at(null, 0).now],
  ['no answer about the phrase', { searchRank: [searchRank('pan', 1)] }],
])('an alert ends when its threshold is cleared, also with %s', (_, now) => {
  const [, , cleared, next] = judgeInTurn(keyword, [
    at(8),
    at(12),
    { ...unbounded(null), now, seenAt: null },
    { ...unbounded(null), now },
  ]);

  expect(cleared).toMatchObject({ verdict: 'ok', text: 'No threshold is set for "skillet"', about: null });
  expect(next).toBeNull();
});

test('an alert with a threshold stays open while there are no results', () => {
  const [, , unsettled] = judgeInTurn(keyword, [at(8), at(12), { ...at(null, 0), seenAt: null }]);

  expect(unsettled).toBeNull();
});

test('the alert contains both positions and the threshold', () => {
  const [, alert, further] = judgeInTurn(keyword, [at(8), at(12), at(23)]);

  expect(alert).toMatchObject({
    text: '"skillet" is at position 12, was at position 8; your threshold is 10',
    from: 'Position 8',
    to: 'Position 12',
    evidence: [
      { label: 'Search phrase', value: 'skillet' },
      { label: 'Threshold', value: '10' },
      { label: 'Results seen', value: '150' },
    ],
  });
  expect(further).toMatchObject({ from: 'Position 8', to: 'Position 23', about: alert?.about });
});

test.each<[string, (number | null)[], number]>([
  ['is not twice as far down', [12, 23], 0],
  ['is twice as far down', [12, 24], 1],
  ['comes twice as far down in small steps', [12, 14, 17, 20, 24], 1],
  ['is twice as far down, but by few places', [2, 6, 11], 0],
  ['is ten places further near the top', [2, 12], 1],
  ['is gone from the results', [12, null], 1],
  ['is gone from a place that is less than half the way down them', [100, null], 1],
  ['is gone from the end of the results', [145, null], 0],
  ['is back in the results, and gone again', [12, null, 140, null], 1],
  ['goes up and down again', [40, 12, 40], 0],
])('on an open alert, a rank that %s (%j) is news %i more times', (_, positions, news) => {
  const [, ...alerts] = judgeInTurn(
    keyword,
    [1, ...positions].map((position) => bounded(position, 1)),
  );

  expect(alerts.every((judgement) => judgement?.verdict === 'alert')).toBe(true);
  expect(alerts.filter((alert, index) => index > 0 && alert?.about !== alerts[index - 1]?.about)).toHaveLength(news);
});

test('an alert that was raised before worst positions were remembered is not raised again', () => {
  const memory = { position: 12, within: 8, threshold: 10 };
  const look: Look = { ...at(12), item: { status: 2, about: 'skillet' }, memory };

  expect(judgeInTurn(keyword, [look])[0]).toMatchObject({ verdict: 'alert', isFewer: true });
});

test('a product that is not found is said to be behind the results that were read', () => {
  const [, alert] = judgeInTurn(keyword, [at(8), at(null)]);

  expect(alert).toMatchObject({
    text: '"skillet" is not among the first 150, was at position 8; your threshold is 10',
    to: 'Not among the first 150',
  });
});

test('an ok item shows the position', () => {
  const judgements = judgeInTurn(keyword, [at(8), at(12), at(7)]);

  expect(judgements[0]).toMatchObject({ text: 'Position 8', about: null });
  expect(judgements.at(-1)).toMatchObject({
    text: 'Position 7 again for "skillet"',
    from: 'Position 12',
    to: 'Position 7',
    about: null,
  });
});

test('a product that is found again was behind the results that were read when it was not found', () => {
  const [, , back] = judgeInTurn(keyword, [at(8, 8), at(null, 48), at(4, 4)]);

  expect(back).toMatchObject({ verdict: 'improved', from: 'Not among the first 48', to: 'Position 4' });
});

test('a rank that was lost before the number of results was remembered was behind the threshold', () => {
  const memory = { position: null, within: 8, threshold: 10, told: 151 };
  const look: Look = { ...at(4, 4), item: { status: 2, about: 'skillet 151' }, memory };

  expect(judgeInTurn(keyword, [look])[0]?.from).toBe('Not among the first 10');
});

test('a first look does not claim that the product stood higher before', () => {
  const [alert] = judgeInTurn(keyword, [at(12)]);

  expect(alert).toMatchObject({ text: '"skillet" is at position 12; your threshold is 10', from: null });
});

test('a product that is not found counts as standing right behind the results that were read', () => {
  const [nearer, twiceAsFar] = [46, 47].map((seen) => judgeInTurn(keyword, [at(3), at(24), at(null, seen)]).at(-1));

  expect(nearer?.about).toBe('skillet 24');
  expect(twiceAsFar?.about).toBe('skillet 48');
});

test('a product that is not found among fewer results than are read is said to be behind those', () => {
  expect(judgeInTurn(keyword, [at(8), at(null, 48)])[1]?.to).toBe('Not among the first 48');
});

test('a threshold is a position among the results that are read', () => {
  const accepted = [0, 1, 150, 151].filter(
    (absoluteThreshold) => keyword.ownSettings.safeParse({ absoluteThreshold }).success,
  );

  expect(accepted).toEqual([1, 150]);
});
