import type { ProductSettings } from '@app/shared/contract/product-settings.ts';
import { searchIn } from '../../world/filter.ts';

type SearchedProduct = Pick<ProductSettings, 'asin1' | 'shortName' | 'productName' | 'productTitle'>;

/**
 * Section 2: "Filter by ASIN, title or short-hand name". The table shows the title of the catalogue beside the seller's
 * name for the product, which section 5 also searches.
 */
export const { matcherOf, prepareSearch } = searchIn(
  ({ asin1, shortName, productName, productTitle }: SearchedProduct) => [asin1, shortName, productName, productTitle],
);
