import type { Product } from '@app/shared/contract/world.ts';

/** The filter of the dashboard's products; empty lists match all. */
interface ProductFilter {
  readonly text: string;
  readonly sellerIds: readonly string[];
  readonly marketplaces: readonly string[];
}

type SearchableProduct = Pick<Product, 'asin1' | 'shortName' | 'productName'>;

/**
 * Whether a product matches a text (specification, section 5): case-insensitive, split on spaces, every word in the
 * ASIN, short name or product name.
 */
export const matchesText = (product: SearchableProduct, text: string): boolean => matcherOf(text)(product);

/** Returns the function `matchesText` for one text, which is split once for many products. */
export function matcherOf(text: string): (product: SearchableProduct) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (product) => {
    const searched = searchedTextOf(product);
    return words.every((word) => searched.includes(word));
  };
}

const searchedTexts = new WeakMap<SearchableProduct, string>();

/** Returns the searched text of a product, cached because each typed letter searches up to ten thousand products. */
function searchedTextOf(product: SearchableProduct): string {
  const known = searchedTexts.get(product);
  if (known !== undefined) return known;
  const text = `${product.asin1}\n${product.shortName ?? ''}\n${product.productName}`.toLowerCase();
  searchedTexts.set(product, text);
  return text;
}

/** Prepares the searched texts, so that the first typed letter does not wait for ten thousand of them. */
export function prepareSearch(products: readonly SearchableProduct[]): void {
  for (const product of products) searchedTextOf(product);
}

export function filterProducts(products: readonly Product[], filter: ProductFilter): readonly Product[] {
  const isUnfiltered = filter.sellerIds.length === 0 && filter.marketplaces.length === 0 && filter.text.trim() === '';
  if (isUnfiltered) return products;
  const sellers = new Set(filter.sellerIds);
  const markets = new Set(filter.marketplaces);
  const matches = matcherOf(filter.text);
  return products.filter(
    (product) =>
      (sellers.size === 0 || sellers.has(product.sellerId)) &&
      (markets.size === 0 || markets.has(product.marketplace)) &&
      matches(product),
  );
}
