import type { Offer } from '../../world/model/offers.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';

/** What the page calls whoever makes an offer. */
export const sellerNameOf = (world: World, product: Product, { sellerId }: Offer): string =>
  world.findSeller(sellerId)?.storeName ??
  product.rivals.find((rival) => rival.sellerId === sellerId)?.name ??
  sellerId;
