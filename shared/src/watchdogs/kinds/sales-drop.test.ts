import { expect, test } from 'vitest';
import { issue, listing, sales, stock } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import salesDrop from './sales-drop.ts';

/** Four weeks of about 60 units a day and half as many on weekends; the last day is a Sunday. */
const weeks = [
  62, 58, 66, 57, 61, 31, 28, 55, 63, 60, 64, 59, 29, 33, 60, 67, 54, 62, 58, 30, 32, 61, 56, 63, 60, 65, 33, 29,
];
/** Four weeks of a product that sells one or two units a day. */
const few = weeks.map((_, index) => [2, 1, 0, 3, 1, 2, 0][index % 7] ?? 0);
const daily =
  (before: readonly number[]) =>
  (after: readonly number[], given: Partial<Look> = {}): Look => ({
    at: new Date(Date.parse('2026-03-02T08:00:00.000Z') + after.length * 86_400_000),
    ...given,
    now: { sales: sales([...before, ...after], { through: dayAfter(after.length) }), ...given.now },
  });
const dayAfter = (days: number) => new Date(Date.parse('2026-03-01') + days * 86_400_000).toISOString().slice(0, 10);
const at60 = daily(weeks);
/** Marks some of the days after the four weeks as out of stock; day 0 is the first of them. */
const outOn = (after: readonly number[], ...days: readonly number[]): Look => {
  const units = [...weeks, ...after];
  const outOfStock = units.map((_, index) => days.includes(index - weeks.length));
  return at60(after, { now: { sales: sales(units, { through: dayAfter(after.length), outOfStock }) } });
};
const soldOut = { now: { listing: [listing('A')], stock: [stock('A', 0)] } };
const suspended = listing('A', { status: [], issues: [issue({ enforcements: ['LISTING_SUPPRESSED'] })] });
const inactive = listing('A', { status: ['DISCOVERABLE'] });
const inTurn = (...after: readonly number[]): Look[] => after.map((_, index) => at60(after.slice(0, index + 1)));

verdicts(salesDrop, [
  ['is ok while sales are as usual', at60([61]), 'ok'],
  ['is ok on the first day of its weekend, however few', at60([58, 62, 57, 60, 63, 30]), 'ok'],
  ['alerts when a day sells a quarter', at60([15]), 'alert'],
  ['alerts when a day sells nothing', at60([0]), 'alert'],
  ['is ok when a day sells somewhat less', at60([48]), 'ok'],
  ['alerts when three days sell half', inTurn(29, 28, 27), 'alert'],
  ['is ok when sales jump', at60([140]), 'ok'],
  ['stays an alert while it lasts', inTurn(15, 16, 14), 'alert'],
  ['is an improvement when sales are back', inTurn(15, 16, 60), 'improved'],
  ['is plainly ok on the day after that', inTurn(15, 16, 60, 62), 'ok'],
  ['is an alert again when they drop again', inTurn(15, 16, 60, 14), 'alert'],
  ['takes a level that lasts for two weeks as the new normal', inTurn(...weeks.slice(0, 15).map(() => 20)), 'ok'],
  ['is quiet about a product that sells rarely, though it sells nothing for days', daily(few)([0, 0, 0]), 'ok'],
  ['is quiet about a product that is known for a week', daily(weeks.slice(-5))([0, 0]), 'ok'],
  ['is quiet about a product that never sold', daily(weeks.map(() => 0))([0]), 'ok'],
  ['says nothing where no day is known', { now: { sales: sales([], { through: '2026-03-01' }) } }, null],
  ['says nothing of sales that are long ago', at60([0], { at: new Date('2026-03-20T08:00:00Z') }), null],
  ['judges sales of five days ago', at60([15], { at: new Date('2026-03-07T00:00:00Z') }), 'alert'],
  ['says nothing of older ones', at60([15], { at: new Date('2026-03-07T00:01:00Z') }), null],
  ['is ok on a day that was out of stock', outOn([0], 0), 'ok'],
  ['leaves days out of stock out of what it compares', outOn([0, 0, 61], 0, 1), 'ok'],
  ['alerts when sales stay away after a stock-out', outOn([0, 0, 5], 0, 1), 'alert'],
  ['is ok when the product is out of stock now', at60([0], soldOut), 'ok'],
  ['ends an alert when the product is out of stock now', [at60([15]), at60([15, 0], soldOut)], 'ok'],
  ['is ok with a percentage set that is not reached', at60([15], { own: { dropPercentAlert: 80 } }), 'ok'],
  [
    'warns from the percentage that is set',
    at60([30], { own: { dropPercentWarning: 40, dropPercentAlert: 80 } }),
    'warning',
  ],
  [
    'is ok where fewer are expected than the minimum that is set',
    at60([15], { own: { minimumUnitsPerDay: 100 } }),
    'ok',
  ],
]);

test('three days as rare as 1 in 400 are a drop where 100 units or more are expected in them; 1 in 200 is none', () => {
  const at54 = daily(weeks.map((units) => Math.round(units * 0.9)));
  const at24 = daily(weeks.map((units) => Math.round(units * 0.4)));

  expect(judgeInTurn(salesDrop, [at54([25])])[0]?.verdict).toBe('warning');
  expect(judgeInTurn(salesDrop, [at54([28])])[0]?.verdict).toBe('ok');
  expect(judgeInTurn(salesDrop, [at24([10])])[0]?.verdict).toBe('ok');
});

test('the alert contains expected and actual sales, the first day, and the probability by chance', () => {
  const [alert] = judgeInTurn(salesDrop, [at60([15])]);

  expect(alert).toMatchObject({
    text: expect.stringMatching(/^Sales fell from (5|6)\d a day to 15 a day since 2 Mar, 7\d% fewer than expected$/),
    to: '15 a day',
    about: '2026-03-02',
    figures: { expected: expect.any(Number), spread: expect.any(Number), sold: 15, days: 1 },
    evidence: [
      { label: 'Expected, the last day', value: expect.stringMatching(/^(5|6)\d units$/) },
      { label: 'Sold, the last day', value: '15 units' },
      { label: 'By chance', value: expect.stringMatching(/^1 in \d{1,3}(,\d{3})*$|^less than/) },
    ],
  });
});

test('a single unit that was sold is named in the singular', () => {
  const [alert] = judgeInTurn(salesDrop, [at60([1])]);

  expect(alert?.evidence).toContainEqual({ label: 'Sold, the last day', value: '1 unit' });
});

test('a drop that goes on is no news', () => {
  const judgements = judgeInTurn(salesDrop, inTurn(15, 16, 14, 12, 10));

  expect(new Set(judgements.map((judgement) => judgement?.about))).toEqual(new Set(['2026-03-02']));
});

test('the subject of a drop is the day on which it began, also when it shows later', () => {
  const judgements = judgeInTurn(salesDrop, inTurn(61, 30, 31, 14, 30));

  expect(judgements.at(-1)?.about).toBe('2026-03-03');
});

test('an alert that ends because stock is out says so, and does not return with the stock', () => {
  const looks = [at60([15]), at60([15, 0], soldOut), outOn([15, 0, 60], 1)];

  const [, ended, after] = judgeInTurn(salesDrop, looks);

  expect(ended?.text).toBe('Out of stock: sales are compared again when it is back');
  expect(after).toMatchObject({ verdict: 'ok', text: null });
});

test.each<[string, Look]>([
  ['Your listing is suspended: sales are compared again when it is back', { now: { listing: [suspended] } }],
  ['Your listing is not active: sales are compared again when it is back', { now: { listing: [inactive] } }],
  ['Not on sale all day on 3 Mar: sales are compared again after a whole day', { now: {} }],
  ['Not on sale all day on 3 Mar: sales are compared again after a whole day', { now: { listing: [listing('A')] } }],
])('an alert that ends because the product could not be bought says why: %s', (text, { now }) => {
  const stopped = outOn([15, 0], 1);

  const [, ended] = judgeInTurn(salesDrop, [at60([15]), { ...stopped, now: { ...stopped.now, ...now } }]);

  expect(ended).toMatchObject({ verdict: 'ok', text });
});

test('a new normal is reported once, and then compared with', () => {
  const after = weeks.slice(0, 16).map(() => 20);

  const judgements = judgeInTurn(salesDrop, inTurn(...after, 3));

  expect(judgements.at(-3)?.text).toBe('Sales stay at 20 a day since 2 Mar: taken as the new normal');
  expect(judgements.at(-2)).toMatchObject({ verdict: 'ok', text: null });
  expect(judgements.at(-1)).toMatchObject({ verdict: 'alert' });
});

const verdictWith = (own: Look['own']) => judgeInTurn(salesDrop, [at60([15], { own })])[0]?.verdict;

test('one percentage alone turns the other level off, as the help of its empty column says', () => {
  const columns = salesDrop.spreadsheet?.columns;

  expect(verdictWith({ dropPercentAlert: 80 })).toBe('ok');
  expect(columns?.['dropPercentWarning']?.help).toContain('no warning if an alert is set');
  expect(verdictWith({ dropPercentWarning: 30 })).toBe('warning');
  expect(columns?.['dropPercentAlert']?.help).toContain('no alert if a warning is set');
});

const warningAt = (dropPercentWarning: number, dropPercentAlert: number): Partial<Look> => ({
  own: { dropPercentWarning, dropPercentAlert },
});

test.each([
  ['sales are back only by the new percentages', warningAt(70, 90)],
  ['it is smaller than the new percentages', warningAt(55, 90)],
])('a drop ends without an improvement when %s', (_, changed) => {
  const looks = [at60([30], warningAt(40, 80)), at60([30], changed), at60([30], changed)];

  const [open, ended, after] = judgeInTurn(salesDrop, looks);

  expect(open).toMatchObject({ verdict: 'warning' });
  expect(ended).toMatchObject({
    verdict: 'ok',
    text: expect.stringMatching(/^Sales of 30 a day, where (5|6)\d a day were expected, are no drop by your settings$/),
    about: null,
    memory: { since: null },
  });
  expect(after).toMatchObject({ verdict: 'ok', text: null });
});

test('an alert that is a warning by the new percentages is no news', () => {
  const [alert, warning] = judgeInTurn(salesDrop, [at60([15], warningAt(40, 60)), at60([15], warningAt(40, 90))]);

  expect(alert).toMatchObject({ verdict: 'alert', isFewer: false });
  expect(warning).toMatchObject({ verdict: 'warning', isFewer: true });
});

test('sales that are back by the former percentages too are an improvement', () => {
  const [, ended] = judgeInTurn(salesDrop, [at60([30], warningAt(40, 80)), at60([30, 60], warningAt(70, 90))]);

  expect(ended).toMatchObject({ verdict: 'improved', text: expect.stringMatching(/^Sales are back at 60 a day/) });
});

test('a percentage is reached by as many percent, and by no fewer', () => {
  const even = daily(weeks.map(() => 60));
  const verdictAt = (dropPercentAlert: number) =>
    judgeInTurn(salesDrop, [even([15], { own: { dropPercentAlert } })])[0]?.verdict;

  expect([verdictAt(75), verdictAt(76)]).toEqual(['alert', 'ok']);
});

test('the days of a drop that is over count for no further one', () => {
  const back = judgeInTurn(salesDrop, inTurn(0, 60, 40));
  const inStock = judgeInTurn(salesDrop, [at60([0]), at60([0, 0], soldOut), outOn([0, 0, 40], 1)]);

  expect(back.map((judgement) => judgement?.verdict)).toEqual(['alert', 'improved', 'ok']);
  expect(inStock.map((judgement) => judgement?.verdict)).toEqual(['alert', 'ok', 'ok']);
});

test('an alert becomes a warning when its percentage is raised', () => {
  const judgements = judgeInTurn(salesDrop, [at60([20], warningAt(30, 50)), at60([20], warningAt(30, 80))]);

  expect(judgements.map((judgement) => judgement?.verdict)).toEqual(['alert', 'warning']);
});

test('an open drop that was judged before its percentages were remembered ends as an improvement', () => {
  const memory = { since: '2026-03-02', saidThrough: null, comparableFrom: null, usual: null };
  const open: Look = { ...at60([15, 60]), item: { status: 2, about: '2026-03-02' }, memory };

  expect(judgeInTurn(salesDrop, [open])[0]).toMatchObject({ verdict: 'improved' });
});

const christmasIn = (marketplace: string): Look => ({
  now: { sales: sales([...weeks, 4], { through: '2026-12-25' }) },
  at: new Date('2026-12-26T12:00:00Z'),
  product: { asin: 'B0EXAMPLE1', marketplace, sellerKeys: [] },
});

test('a holiday raises no alert', () => {
  expect(judgeInTurn(salesDrop, [christmasIn('US')])[0]?.verdict).toBe('ok');
});

test('in a marketplace without the holiday the day counts', () => {
  expect(judgeInTurn(salesDrop, [christmasIn('IN')])[0]?.verdict).toBe('alert');
});

test('a drop that ended by changed percentages does not return when they are changed back', () => {
  const looks = [warningAt(40, 80), warningAt(55, 90), warningAt(40, 80)].map((own) => at60([30], own));

  expect(judgeInTurn(salesDrop, looks).map((judgement) => judgement?.verdict)).toEqual(['warning', 'ok', 'ok']);
});

test('a drop stays open while it reaches the changed percentage', () => {
  const even = daily(weeks.map(() => 60));
  const verdictAt = (percent: number) =>
    judgeInTurn(salesDrop, [even([15], warningAt(40, 90)), even([15], warningAt(percent, 90))]).at(-1)?.verdict;

  expect([verdictAt(75), verdictAt(76)]).toEqual(['warning', 'ok']);
});

test('as many units as the minimum that is set are enough for a drop', () => {
  const even = daily(weeks.map(() => 60));
  const verdictAt = (minimumUnitsPerDay: number) =>
    judgeInTurn(salesDrop, [even([15], { own: { minimumUnitsPerDay } })])[0]?.verdict;

  expect([verdictAt(60), verdictAt(61)]).toEqual(['alert', 'ok']);
});

test('a percentage is one from 1 to 100', () => {
  const accepted = [0, 1, 100, 101].filter(
    (dropPercentAlert) => salesDrop.ownSettings.safeParse({ dropPercentAlert }).success,
  );

  expect(accepted).toEqual([1, 100]);
});

test('a drop states the units that it costs a day, which may be none', () => {
  const figures = { expected: 180, spread: 30, sold: 165, days: 3 };

  expect(salesDrop.costs?.lostUnits?.(figures)).toEqual({ low: 0, high: 15 });
});
