import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { pageBudgets, type PageNeeds } from './page-budget.ts';

const terms = {
  creditsPerProduct: 12,
  creditsPerKeyword: 16,
  creditsPerSearch: 4,
  wantedMinutes: { products: 30, searches: 360 },
  speedup: 1,
};
const dayMinutes = 1440;

const everyMinutes = (needs: Partial<PageNeeds>, changes: Partial<typeof terms> = {}) => {
  const whole = { products: 0, keywords: 0, ownAllowance: null, ...needs };
  const { products, searches } = pageBudgets(whole, { ...terms, ...changes });
  return { products: products.everyMs / minuteMs, searches: searches.everyMs / minuteMs };
};

test.each([
  ['12 credits a product and day are a page every two hours', { products: 700 }, { products: 120, searches: 0 }],
  [
    '16 credits a keyword and day are its four searches, whatever the products need',
    { products: 700, keywords: 30 },
    { products: 120, searches: 360 },
  ],
  [
    'an operator may allow what every half hour costs',
    { products: 10, ownAllowance: 480 },
    { products: 30, searches: 0 },
  ],
  [
    'what one purpose does not need is the other one to use',
    { products: 10, keywords: 1, ownAllowance: 16 + 480 },
    { products: 30, searches: 360 },
  ],
  [
    'an allowance below a pass a day makes a pass longer than a day',
    { products: 10, ownAllowance: 5 },
    { products: 2880 },
  ],
  [
    'without an allowance it is looked again after a month whether there is one',
    { products: 10, ownAllowance: 0 },
    { products: 30 * dayMinutes },
  ],
  ['a tenant without products needs nothing', {}, { products: 0, searches: 0 }],
])('%s', (_what, needs, expected) => {
  expect(everyMinutes(needs)).toMatchObject(expected);
});

test('no pass is shorter than the wanted frequency', () => {
  expect(everyMinutes({ products: 10 }, { creditsPerProduct: 10_000 })).toMatchObject({ products: 30 });
});

const cost = (perPass: number, everyMs: number) => (perPass * dayMinutes * minuteMs) / everyMs;

test.each([
  [{ products: 7, keywords: 3, ownAllowance: null }],
  [{ products: 1, keywords: 40, ownAllowance: null }],
  [{ products: 123, keywords: 8, ownAllowance: 500 }],
  [{ products: 10_000, keywords: 900, ownAllowance: 77_777 }],
])("the cost of a day's passes never exceeds the credits of the day: %o", (needs) => {
  const { products, searches } = pageBudgets(needs, terms);
  const total = needs.ownAllowance ?? needs.products * 12 + needs.keywords * 16;
  const ofProducts = cost(needs.products, products.everyMs);
  const ofSearches = cost(needs.keywords * terms.creditsPerSearch, searches.everyMs);

  expect(ofProducts).toBeLessThanOrEqual(products.credits * 1.000_001);
  expect(ofSearches).toBeLessThanOrEqual(searches.credits * 1.000_001);
  expect(products.credits + searches.credits).toBeLessThanOrEqual(total * 1.000_001);
});

test('a higher speed-up has more credits a day and shorter passes', () => {
  const needs = { products: 10, keywords: 0, ownAllowance: null };
  const fast = pageBudgets(needs, { ...terms, speedup: 30 });

  expect(fast.products).toEqual({ credits: 3600, everyMs: 4 * minuteMs });
});
