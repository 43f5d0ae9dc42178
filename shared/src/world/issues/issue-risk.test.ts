import { expect, test } from 'vitest';
import { issueRisk, urgencyOf, wastedAdsText, worstRisk } from './issue-risk.ts';
import { item, product } from '../../../testing/world-builders.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const day = (unitsSold: number) => ({
  day: 1,
  month: 3,
  unitsSold,
  organicUnits: null,
  organicOrders: null,
  promotionCodesUsedUnits: 0,
});
const selling = product('1', {
  ageHours: 2,
  price: { cents: 1000, currency: 'USD' },
  sales: Array.from({ length: 14 }, () => day(10)),
  inStockQty: 40,
});
const alert = item('kind-1');
const warning = item('kind-1', { status: 1 });
const riskOf = (type: string, of = alert, given = {}) =>
  issueRisk({ type, item: of, product: { ...selling, ...given }, now });

/** The middle of the risk, and half of its width as a share of the middle. */
const middleOf = (risk: ReturnType<typeof riskOf>) => {
  const { low = 0, high = 0 } = risk?.money ?? {};
  return { middle: (low + high) / 2, off: ((high - low) / (high + low)).toFixed(2) };
};

test('a suspended listing puts all of the usual sales at risk, as surely as they are known', () => {
  expect(riskOf('listingSuspended')).toMatchObject({ money: { currency: 'USD' }, daysLeft: 0, wastedAds: 0 });
  expect(middleOf(riskOf('listingSuspended'))).toEqual({ middle: 10_000, off: '0.18' });
});

test('a product that sells rarely has a risk too, which is wide', () => {
  const sales = selling.sales.map((_one, back) => (back % 4 === 1 ? day(1) : day(0)));

  const { middle, off } = middleOf(riskOf('listingSuspended', alert, { sales }));
  expect({ middle: middle.toFixed(0), off }).toEqual({ middle: ((4 / 13) * 1000).toFixed(0), off: '0.85' });
});

test('a product that sold nothing in two weeks has the risk of the weeks before', () => {
  const sales = selling.sales.map(() => day(0));

  expect(riskOf('listingSuspended', alert, { sales })).toBeNull();
  const { middle } = middleOf(riskOf('listingSuspended', alert, { sales, earlierSales: { units: 50, days: 100 } }));
  expect(middle.toFixed(0)).toBe('500');
});

test('a price that fell by half puts half of the sales at risk', () => {
  const fallen = item('kind-1', { figures: { former: 2000, price: 1000 } });

  const [half, unknown] = [riskOf('price', fallen), riskOf('price', item('kind-1', { figures: null }))];
  expect(middleOf(half).middle).toBe(10_000);
  expect(middleOf(unknown).middle).toBeLessThan(3000);
});

const fallenTo = (cents: number) =>
  riskOf('price', item('kind-1', { figures: { former: 10_000, price: cents } }), {
    price: { cents, currency: 'USD' },
  });

test('the lower a price falls, the more it puts at risk: what each unit brings less than before', () => {
  expect([9000, 5000, 100].map((cents) => Math.round(middleOf(fallenTo(cents)).middle))).toEqual([
    10_000, 50_000, 99_000,
  ]);
});

test('a drop of sales puts at risk what was expected and not sold, not a share of the days that already dropped', () => {
  const figures = { expected: 70, spread: 7, sold: 14, days: 7 };

  const dropped = riskOf('salesDrop', item('kind-1', { figures }), { sales: selling.sales.map(() => day(2)) });

  expect(dropped?.money).toEqual({ currency: 'USD', low: 7000, high: 9000 });
});

test.each(['listingSuspended', 'lostBuybox', 'noAddToCart'])(
  'advertising a product that nobody can buy is part of the money at risk (%s)',
  (type) => {
    const [without, withAds] = [riskOf(type), riskOf(type, alert, { adSpend: 900 })];

    expect(withAds?.wastedAds).toBe(900);
    expect(withAds?.money.low).toBe((without?.money.low ?? 0) + 900);
    expect(withAds?.money.high).toBe((without?.money.high ?? 0) + 900);
  },
);

test('the part of the risk that is advertising is named, if there is any', () => {
  const [without, withAds] = [riskOf('lostBuybox'), riskOf('lostBuybox', alert, { adSpend: 900 })];

  expect(withAds && wastedAdsText(withAds, 'en-US')).toBe(
    'includes $9 a day for advertising it while nobody can buy it',
  );
  expect(without && wastedAdsText(without, 'en-US')).toBeNull();
});

test('advertising is wasted once the stock has run out, and not while a product can be bought', () => {
  const advertised = { adSpend: 900 };

  expect(riskOf('inventory', alert, advertised)).toMatchObject({ wastedAds: 0, daysLeft: 4 });
  expect(riskOf('inventory', alert, { ...advertised, inStockQty: 0 })).toMatchObject({ wastedAds: 900, daysLeft: 0 });
  expect(riskOf('prime', alert, advertised)?.wastedAds).toBe(0);
});

test('wasted advertising is a risk of its own for a product that sells too rarely, and null is no cost', () => {
  const rare = { sales: selling.sales.map(() => day(0)) };

  expect(riskOf('lostBuybox', alert, { ...rare, adSpend: 900 })?.money).toMatchObject({ low: 900, high: 900 });
  expect(riskOf('lostBuybox', alert, { ...rare, adSpend: null })).toBeNull();
});

test('the days since an event began do not count as usual days', () => {
  const since = Date.parse('2026-02-25T10:00:00Z');
  const sales = selling.sales.map((one, back) => (back <= 5 ? day(1) : one));
  const dropped = item('kind-1', { date: new Date(since).toISOString() });
  expect(middleOf(riskOf('listingSuspended', dropped, { sales })).middle).toBe(10_000);
});

test.each([
  ['the kind names no cost', riskOf('badReview')],
  ['a warning has no share of its own', riskOf('starRatingRecentChange', warning)],
  ['there is no price', riskOf('lostBuybox', alert, { price: null })],
  ['it sells too rarely', riskOf('lostBuybox', alert, { sales: selling.sales.map(() => day(0)) })],
  ['the item is well', riskOf('lostBuybox', item('kind-1', { status: 0 }))],
])('the risk is null when %s', (_case, risk) => {
  expect(risk).toBeNull();
});

test('stock that lasts for days is less urgent than an issue that costs now', () => {
  const low = riskOf('inventory', warning);
  expect(low?.daysLeft).toBe(4);
  const empty = riskOf('inventory', warning, { inStockQty: 0 });
  expect(low && urgencyOf(low)).toBeLessThan(empty ? urgencyOf(empty) : 0);
});

test('issues of one product do not add up: the worst counts', () => {
  const [suspended, lost] = [riskOf('listingSuspended'), riskOf('lostBuybox')];
  expect(worstRisk([lost, null, suspended])).toEqual(suspended);
  expect(worstRisk([null])).toBeNull();
});
