import { expect, test } from 'vitest';
import type { MoneyAtRisk } from './money-at-risk.ts';
import { RiskSum } from './risk-sum.ts';

const dollars = (low: number, high = low): MoneyAtRisk => ({ currency: 'USD', low: low * 100, high: high * 100 });
const euros = { currency: 'EUR', low: 5000, high: 5000 };

test('only amounts of one currency are added up', () => {
  expect(RiskSum.of([dollars(100), euros, null, dollars(40, 60)]).largest()).toEqual({
    largest: dollars(140, 160),
    otherCurrencies: ['EUR'],
  });
  expect(RiskSum.of([null]).largest()).toBeNull();
});

test('a large number of a small currency is not the largest sum', () => {
  const rupees = { currency: 'INR', low: 500_000, high: 500_000 };
  expect(RiskSum.of([rupees, dollars(100)]).largest()?.largest).toEqual(dollars(100));
});

test('things are counted, and so are those whose cost is unknown', () => {
  expect(RiskSum.of([dollars(1), null, euros])).toMatchObject({ things: 3, unknown: 1 });
});

test('a thing that may cost nothing counts until it is removed', () => {
  const sum = RiskSum.of([dollars(0, 60), dollars(0, 40)]);
  expect(sum.largest()?.largest).toEqual(dollars(0, 100));
  sum.count(dollars(0, 40), -1);
  expect(sum.largest()?.largest).toEqual(dollars(0, 60));
});

test('removing what was added leaves nothing behind, and a copy is independent', () => {
  const thirds = { currency: 'USD', low: 100 / 3, high: 200 / 3 };
  const sum = RiskSum.of([dollars(0.1), thirds, euros, null]);
  const copy = sum.copy();
  for (const gone of [thirds, euros, null]) copy.count(gone, -1);
  expect(copy).toEqual(RiskSum.of([dollars(0.1)]));
  expect(sum).toEqual(RiskSum.of([dollars(0.1), thirds, euros, null]));
});
