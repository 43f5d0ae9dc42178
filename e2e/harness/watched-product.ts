import * as z from 'zod/mini';
import type { ProductSession } from '../../scripts/sessions/product-session.ts';
import { waitUntil } from '../../scripts/processes/wait-until.ts';
import type { Sandbox } from './sandbox.ts';

/** A product of the dashboard with its ASIN and its marketplace. */
export interface WatchedProduct {
  productId: string;
  asin: string;
  marketplace: string;
  name: string;
}

const itemShape = z.object({ productId: z.string(), status: z.number(), muted: z.boolean() });
const dashboardShape = z.object({
  products: z.array(
    z.object({ productId: z.string(), asin1: z.string(), marketplace: z.string(), productName: z.string() }),
  ),
  watchDogs: z.record(z.string(), z.object({ items: z.record(z.string(), itemShape) })),
});
const marketShape = z.object({
  sellers: z.array(
    z.object({
      products: z.array(
        z.object({
          asin: z.string(),
          marketplace: z.string(),
          active: z.boolean(),
          buyBox: z.boolean(),
          hasImage: z.boolean(),
        }),
      ),
    }),
  ),
});

/** Returns the products and items that the dashboard would show. */
export async function worldOf(session: ProductSession) {
  const { text } = await session.get('/api/sentinel/stateoftheworld?init=true');
  const { products, watchDogs } = dashboardShape.parse(JSON.parse(text));
  return { products, items: Object.values(watchDogs).flatMap((group) => Object.values(group.items)) };
}

/** The key of a product that is the same for all tenants, unlike its id. */
export const keyOf = (product: { asin: string; marketplace: string }): string =>
  `${product.asin} ${product.marketplace}`;

/** The longest wait, in milliseconds, for a product that every watchdog has judged. */
const LOOKED_AT_WITHIN_MS = 120_000;

/**
 * Returns a function that picks a product that is on sale, has a picture and the buy box, has no open issue and is not
 * in `taken`. No two tests get the same product, because what an earlier test did remains visible: the alerts in the
 * reel, and that no alert is sent for a product that changes back and forth.
 */
export function productPicker(
  sandbox: Sandbox,
  taken: Set<string>,
): (session: ProductSession) => Promise<WatchedProduct> {
  return async (session) => {
    let found: WatchedProduct | undefined;
    await waitUntil('a product that is well', LOOKED_AT_WITHIN_MS, async () => {
      const { sellers } = marketShape.parse(await sandbox.world());
      const well = sellers
        .flatMap((seller) => seller.products)
        .filter((product) => product.active && product.buyBox && product.hasImage);
      const candidates = new Set(well.map(keyOf));
      const { products, items } = await worldOf(session);
      const unfit = new Set(items.filter(isUnfit).map(({ productId }) => productId));
      found = products
        .filter(({ productId }) => !unfit.has(productId))
        .map(watched)
        .find((product) => candidates.has(keyOf(product)) && !taken.has(keyOf(product)));
      return found !== undefined;
    });
    if (found === undefined) {
      throw new Error('Every product has been used by a test');
    }
    taken.add(keyOf(found));
    return found;
  };
}

/** An item that shows an issue, is muted or has not been judged yet. */
const isUnfit = ({ status, muted }: WorldItem): boolean => muted || [1, 2, 99].includes(status);

const watched = ({ productId, asin1, marketplace, productName }: WorldProduct): WatchedProduct => ({
  productId,
  asin: asin1,
  marketplace,
  name: productName,
});

type WorldItem = z.output<typeof itemShape>;
type WorldProduct = z.output<typeof dashboardShape>['products'][number];
