import type { Product } from '@app/shared/contract/world.ts';

/** The filter of the dashboard's products; empty lists match all. */
interface ProductFilter {
  readonly text: string;
  readonly sellerIds: readonly string[];
  readonly marketplaces: readonly string[];
}

type SearchableProduct = Pick<Product, 'asin1' | 'shortName' | 'productName'>;

/**
 * Returns the search of products by a text (specification, section 5): case-insensitive, split on spaces, every word in
 * one of the product's texts.
 */
export function searchIn<Searched extends object>(textsOf: (product: Searched) => readonly (string | null)[]) {
  const searchedTexts = new WeakMap<Searched, string>();
  /** The searched text is cached because each typed letter searches up to ten thousand products. */
  const searchedTextOf = (product: Searched): string => {
    const known = searchedTexts.get(product);
    if (known !== undefined) return known;
    const text = textsOf(product)
      .map((one) => one ?? '')
      .join('\n')
      .toLowerCase();
    searchedTexts.set(product, text);
    return text;
  };
  return {
    /** Returns whether a product matches a text, which is split once for many products. */
    matcherOf: (text: string): ((product: Searched) => boolean) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      if (words.length === 0) return () => true;
      return (product) => {
        const searched = searchedTextOf(product);
        return words.every((word) => searched.includes(word));
      };
    },
    /** Prepares the searched texts, so that the first typed letter does not wait for ten thousand of them. */
    prepareSearch: (products: readonly Searched[]): void => {
      for (const product of products) searchedTextOf(product);
    },
  };
}

const { matcherOf } = searchIn(({ asin1, shortName, productName }: SearchableProduct) => [
  asin1,
  shortName,
  productName,
]);

/** Whether a product matches a text (specification, section 5) in the ASIN, short name or product name. */
export const matchesText = (product: SearchableProduct, text: string): boolean => matcherOf(text)(product);

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
