import type { ProductSettings, ProductSettingsReply } from '../src/contract/product-settings.ts';

type Account = ProductSettingsReply['sellerAccounts'][number];

/** The products of a seller account with their counts, as an answer has them that holds all products. */
export function wholeAccountOf(
  products: readonly ProductSettings[],
): Pick<Account, 'products' | 'counts' | 'marketplaces'> {
  const counts = { tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 };
  for (const { state } of products) counts[state] += 1;
  const marketplaces = [...new Set(products.map((product) => product.marketplaceIso31662Code))].toSorted();
  return { products: [...products], counts, marketplaces };
}
