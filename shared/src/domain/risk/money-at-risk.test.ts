import { expect, test } from 'vitest';
import { amountText, likelyUnits, moneyAtRisk, riskText, usualUnits, type MoneyAtRisk } from './money-at-risk.ts';

const sold = (...units: number[]) => ({ sales: units.map((unitsSold) => ({ unitsSold })), ageHours: 1 });
const dollars = (low: number, high = low): MoneyAtRisk => ({ currency: 'USD', low: low * 100, high: high * 100 });

test.each([
  ['the median of the complete days, without today', sold(0, 4, 9, 5, 6, 7), { daysSince: 0, units: 6 }],
  ['the mean of the two in the middle', sold(1, 2, 4, 6, 8, 9, 1), { daysSince: 0, units: 5 }],
  ['the days before the event', sold(0, 0, 0, 10, 12, 14, 11, 10), { daysSince: 2, units: 11 }],
  ['all days where too few are left before it', sold(0, 0, 0, 10, 12, 14), { daysSince: 2, units: 10 }],
  [
    'none for a product that sells on fewer than half of the days',
    sold(0, 0, 3, 0, 0, 2, 0),
    { daysSince: 0, units: null },
  ],
  ['none for a product whose sales began the other day', sold(3, 3, 3), { daysSince: 0, units: null }],
  ['none while its sales are unknown', { ...sold(1, 2, 3, 4, 5, 6), ageHours: -1 }, { daysSince: 0, units: null }],
])('usual units are %s', (_case, product, { daysSince, units }) => {
  expect(usualUnits(product, daysSince)).toBe(units);
});

test.each([
  [
    'as near as the drift of demand and the chance of a week allow',
    sold(0, 20, 20, 20, 20, 20),
    { low: 16.7, high: 23.3 },
  ],
  ['wider where the days differ', sold(0, 10, 30, 20, 10, 30), { low: 13.8, high: 26.2 }],
  ['the median of many, which a promotion does not move', sold(0, 20, 20, 20, 20, 20, 90), { low: 4, high: 36 }],
  ['the mean of few, whose median is off by a half', sold(0, 3, 1, 1, 4, 1), { low: 1.1, high: 2.9 }],
  ['from nothing on where one was sold', sold(0, 0, 0, 1, 0), { low: 0, high: 0.6 }],
  ['the mean where the sales began the other day', sold(0, 3, 3, 3), { low: 1.8, high: 4.2 }],
  [
    'those of the weeks before where nothing was sold',
    { ...sold(0, 0, 0, 0), earlierSales: { units: 100, days: 100 } },
    { low: 0.6, high: 1.4 },
  ],
  [
    'those of the weeks before, of which three days are enough',
    { ...sold(0, 0, 0, 0), earlierSales: { units: 3, days: 3 } },
    { low: 0.3, high: 1.7 },
  ],
  ['none of two days before', { ...sold(0, 0, 0, 0), earlierSales: { units: 2, days: 2 } }, null],
  ['the median from five a day on', sold(0, 5, 5, 5, 5, 5, 90), { low: 0, high: 24.3 }],
  ['none after two days', sold(0, 3, 3), null],
  ['none without sales', sold(4, 0, 0, 0, 0, 0), null],
  ['none while its sales are unknown', { ...sold(1, 2, 3, 4, 5, 6), ageHours: -1 }, null],
])('likely units are %s', (_case, product, units) => {
  const found = likelyUnits(product);
  expect(found && { low: found.low.toFixed(1), high: found.high.toFixed(1) }).toEqual(
    units && { low: units.low.toFixed(1), high: units.high.toFixed(1) },
  );
});

test('likely units are those of the days before the event where five are left', () => {
  const before = (days: number) => sold(0, 0, 0, ...Array.from({ length: days }, () => 10));
  expect(likelyUnits(before(5), 2)).toEqual(likelyUnits(sold(0, 10, 10, 10, 10, 10)));
  expect(likelyUnits(before(4), 2)).toEqual(likelyUnits(before(4)));
});

test('money at risk is the lost units times the price', () => {
  expect(moneyAtRisk({ low: 5, high: 10 }, { cents: 2500, currency: 'EUR' })).toEqual({
    currency: 'EUR',
    low: 12_500,
    high: 25_000,
  });
});

test.each([
  [dollars(0.2, 0.6), 'en-US', 'under $1'],
  [dollars(1), 'en-US', '$1'],
  [dollars(1.6, 2.4), 'en-US', '$2'],
  [dollars(0.5, 1.4), 'en-US', '$1'],
  [dollars(45.3), 'en-US', '$45'],
  [dollars(640.4), 'en-US', '$640'],
  [dollars(1863), 'en-US', '$1,860'],
  [dollars(123_456), 'en-US', '$123,000'],
  [dollars(600, 700), 'en-US', '$650'],
  [dollars(433, 778), 'en-US', '$430 – $780'],
  [{ currency: 'EUR', low: 43_300, high: 77_800 }, 'de-DE', '430–780 €'],
  [{ currency: 'CAD', low: 43_300, high: 43_300 }, 'en-US', 'CA$433'],
])('%j in %s is %s', (amount, locale, text) => {
  expect(amountText(amount, locale).replaceAll(/\s/g, ' ')).toBe(text);
});

test.each([
  [dollars(640), 'about $640 a day'],
  [dollars(430, 780), 'about $430 – $780 a day'],
  [dollars(0.2), 'under $1 a day'],
])('%j is marked as an estimate', (money, text) => {
  expect(riskText(money, 'en-US').replaceAll(/\s/g, ' ')).toBe(text);
});
