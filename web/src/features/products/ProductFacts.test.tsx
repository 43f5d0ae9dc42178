import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Product } from '@app/shared/contract/world.ts';
import { buildProduct } from '../../../testing/world-build.ts';
import type { Staleness } from '../../world/staleness.ts';
import { ProductFacts } from './ProductFacts.tsx';

const factsOf = (given: Partial<Product>, staleness: Staleness = 'fresh'): string =>
  renderToStaticMarkup(<ProductFacts product={buildProduct(given)} watchDogs={{}} staleness={staleness} />);

const noSale = {
  day: 2,
  month: 3,
  unitsSold: 0,
  organicUnits: null,
  organicOrders: null,
  promotionCodesUsedUnits: 0,
};

test.each([
  [1, '1 review'],
  [12_345, '12.345 reviews'],
])('%i reviews of a product are written as "%s"', (reviewCount, text) => {
  expect(factsOf({ marketplace: 'DE', starRating: 4.5, reviewCount })).toContain(`>${text}<`);
});

test.each([
  ['today only', [{ ...noSale, unitsSold: 4 }]],
  ['never in the last two weeks', []],
])('a product that was sold %s had no unit sold yesterday', (_case, sales) => {
  expect(factsOf({ ageHours: 1, sales })).toContain('<dt>Sold yesterday</dt><dd><span class="figures">0</span>');
});

test('what was sold yesterday is left out while the sales are unknown', () => {
  expect(factsOf({ ageHours: -1, sales: [] })).not.toContain('Sold yesterday');
});

test('what was sold yesterday is left out when its marketplace was last checked before', () => {
  expect(factsOf({ ageHours: 1, sales: [] }, 'since 2020-03-02T08:00:00.000Z')).not.toContain('Sold yesterday');
});
