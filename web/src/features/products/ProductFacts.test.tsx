import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/world-build.ts';
import { ProductFacts } from './ProductFacts.tsx';

test.each([
  [1, '1 review'],
  [12_345, '12.345 reviews'],
])('%i reviews of a product are written as "%s"', (reviewCount, text) => {
  const product = buildProduct({ marketplace: 'DE', starRating: 4.5, reviewCount });

  expect(renderToStaticMarkup(<ProductFacts product={product} watchDogs={{}} />)).toContain(`>${text}<`);
});
