import type { ProductSettings, ProductSettingsReply, StateCounts } from '@app/shared/contract/product-settings.ts';
import { trackingStates, type TrackingState } from '@app/shared/domain/tracking.ts';

interface Changed {
  /** The products with unsaved changes, by id. */
  readonly draft: ReadonlyMap<string, { readonly state: TrackingState }>;
}

type Account = ProductSettingsReply['sellerAccounts'][number];

const productsById = new WeakMap<readonly ProductSettings[], ReadonlyMap<string, ProductSettings>>();

/** Returns the products by id, once for the same list: a change of one product does not go through 10,000. */
export function byIdOf(products: readonly ProductSettings[]): ReadonlyMap<string, ProductSettings> {
  const known = productsById.get(products) ?? new Map(products.map((product) => [product.productId, product]));
  productsById.set(products, known);
  return known;
}

/** Returns the number of products of the accounts in each state before the unsaved changes. */
export function countSavedStates(accounts: readonly Pick<Account, 'counts'>[]): StateCounts {
  const sum = { tracked: 0, ignored: 0, ignoredUntilFirstSale: 0 };
  for (const { counts } of accounts) for (const state of trackingStates) sum[state] += counts[state];
  return sum;
}

/** Returns the number of products of the accounts in each state, with the unsaved changes. */
export function countStates(
  { draft }: Changed,
  accounts: readonly Pick<Account, 'counts' | 'products'>[],
): StateCounts {
  const counts = countSavedStates(accounts);
  for (const [productId, { state }] of draft) {
    const product = productIn(accounts, productId);
    if (!product) continue;
    counts[product.state] -= 1;
    counts[state] += 1;
  }
  return counts;
}

function productIn(accounts: readonly Pick<Account, 'products'>[], productId: string): ProductSettings | undefined {
  for (const { products } of accounts) {
    const product = byIdOf(products).get(productId);
    if (product) return product;
  }
  return undefined;
}

/** Whether the settings hold all products, and not only the first of each account. */
export const isWhole = ({ sellerAccounts }: Pick<ProductSettingsReply, 'sellerAccounts'>): boolean =>
  sellerAccounts.every(({ products, counts }) => products.length >= totalOf(counts));

export const totalOf = (counts: StateCounts): number => trackingStates.reduce((sum, state) => sum + counts[state], 0);
