import type { Offer } from '../../world/model/offers.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';

/** Returns the seller name that the page shows for an offer, or the seller id if the name is unknown. */
export const sellerNameOf = (world: World, product: Product, { sellerId }: Offer): string =>
  world.findSeller(sellerId)?.storeName ??
  product.rivals.find((rival) => rival.sellerId === sellerId)?.name ??
  sellerId;
