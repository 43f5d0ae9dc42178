import * as z from 'zod/mini';
import type { ProductSession } from '../scripts/product-session.ts';
import type { Sandbox } from './sandbox.ts';

/** A product as the dashboard shows it and as the marketplace knows it. */
export interface Watched {
  productId: string;
  asin: string;
  marketplace: string;
  name: string;
}

const dashboardShape = z.object({
  products: z.array(
    z.object({ productId: z.string(), asin1: z.string(), marketplace: z.string(), productName: z.string() }),
  ),
  watchDogs: z.record(
    z.string(),
    z.object({ items: z.record(z.string(), z.object({ productId: z.string(), status: z.number() })) }),
  ),
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

/** What the dashboard would show. */
export async function worldOf(session: ProductSession) {
  const { text } = await session.get('/api/sentinel/stateoftheworld?init=true');
  const { products, watchDogs } = dashboardShape.parse(JSON.parse(text));
  return { products, items: Object.values(watchDogs).flatMap((group) => Object.values(group.items)) };
}

const keyOf = (product: { asin: string; marketplace: string }): string => `${product.asin} ${product.marketplace}`;

/** Gives out products one after the other, all of them well: on sale, with a picture and the buy box. */
export function productPicker(sandbox: Sandbox, taken: Set<string>): (session: ProductSession) => Promise<Watched> {
  return async (session) => {
    const { sellers } = marketShape.parse(await sandbox.world());
    const well = new Set(
      sellers
        .flatMap((seller) => seller.products)
        .filter((product) => product.active && product.buyBox && product.hasImage)
        .map(keyOf),
    );
    const { products } = await worldOf(session);
    const watched = products.map(({ productId, asin1, marketplace, productName }) => ({
      productId,
      asin: asin1,
      marketplace,
      name: productName,
    }));
    const found = watched.find((product) => well.has(keyOf(product)) && !taken.has(keyOf(product)));
    if (found === undefined) {
      throw new Error('Every product has had something happen to it');
    }
    taken.add(keyOf(found));
    return found;
  };
}
