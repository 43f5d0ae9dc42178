import { expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { readRule } from './read-rule.ts';
import { applyRule, type Rule } from './rules.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

const product = (asin1: string, more: Partial<ProductSettings> = {}): ProductSettings => ({
  productId: asin1,
  state: 'tracked',
  shortName: '',
  asin1,
  productName: asin1,
  productTitle: null,
  brand: 'Brightkeel',
  marketplaceIso31662Code: 'US',
  imageUrl: null,
  productPage: '',
  lastSaleAt: new Date(now - dayMs).toISOString(),
  unitsSold: 0,
  ...more,
});

const products = [
  product('A', { unitsSold: 5 }),
  product('B', { unitsSold: 50, brand: 'Larkhollow' }),
  product('C', { unitsSold: 20, marketplaceIso31662Code: 'CA', lastSaleAt: null }),
  product('D', { unitsSold: 1, lastSaleAt: new Date(now - 40 * dayMs).toISOString() }),
];
/** 10 mills for the first ASIN, and 4 for each other. */
const card = { baseMills: 10, baseAsins: 1, tiers: [{ upTo: null, mills: 4 }] };

const facts = { now, card, stateOf: ({ state }: ProductSettings) => state };

const chosen = (rule: Rule) =>
  Object.fromEntries(Array.from(applyRule(rule, products, facts), ([{ asin1 }, state]) => [asin1, state]));

test('products without a sale for so many days are ignored until their next one', () => {
  expect(chosen({ kind: 'withoutSale', days: 30 })).toEqual({ C: 'ignoredUntilFirstSale', D: 'ignoredUntilFirstSale' });
});

test('a product that is ignored for good stays so when those without a sale are chosen', () => {
  const [saved, unsaved] = [product('E', { state: 'ignored', lastSaleAt: null }), product('F', { lastSaleAt: null })];
  const stateOf = (one: ProductSettings) => (one === unsaved ? 'ignored' : one.state);

  const states = applyRule({ kind: 'withoutSale', days: 30 }, [...products, saved, unsaved], { ...facts, stateOf });

  expect(Array.from(states.keys(), ({ asin1 }) => asin1)).toEqual(['C', 'D']);
});

test.each([
  ['1.50', 1500],
  ['$1,50', 1500],
  ['0,025', 25],
  ['1,000', 1_000_000],
  ['12,500.75', 12_500_750],
  ['1,0000', null],
  ['1.000,50', null],
])('%s dollars a day are %s mills', (dollars, dayMills) => {
  const rule = readRule({ kind: 'budget', dollars, days: '', brand: '', marketplace: '', state: 'tracked' });

  expect(rule).toEqual(dayMills === null ? null : { kind: 'budget', dayMills });
});

test('a brand, or a marketplace, gets the chosen state', () => {
  expect(chosen({ kind: 'brand', brand: 'Larkhollow', state: 'ignored' })).toEqual({ B: 'ignored' });
  expect(chosen({ kind: 'marketplace', marketplace: 'CA', state: 'tracked' })).toEqual({ C: 'tracked' });
});

test.each([
  { dayMills: 18, tracked: ['A', 'B', 'C'] },
  { dayMills: 17, tracked: ['B', 'C'] },
  { dayMills: 10, tracked: ['B'] },
  { dayMills: 9, tracked: [] },
])('for $dayMills mills a day the best sellers $tracked are tracked', ({ dayMills, tracked }) => {
  const states = Object.entries(chosen({ kind: 'budget', dayMills }));

  expect(states.filter(([, state]) => state === 'tracked').map(([asin]) => asin)).toEqual(
    ['B', 'C', 'A', 'D'].filter((asin) => tracked.includes(asin)),
  );
  expect(states).toHaveLength(products.length);
});

test('an ASIN of two seller accounts counts once for the budget', () => {
  const twice = product('B', { productId: 'B2', unitsSold: 3 });

  const states = applyRule({ kind: 'budget', dayMills: 10 }, [...products, twice], facts);

  expect(states.get(twice)).toBe('tracked');
});
