import * as z from 'zod/mini';
import { EventError, eventType, refuseUnchanged } from '../event-type.ts';
import type { Listing, Product } from '../../model/product.ts';
import type { World } from '../../world.ts';

/** Sets the FBA fee to an amount in whole currency units, or raises it by a fifth without an amount. */
export const fbaFeeChanged = eventType({
  schema: { amount: z.optional(z.number().check(z.positive())) },
  notifies: [],
  apply: ({ world, product }, { amount }) => {
    const { fees } = fulfilledListing(world, product);
    const raised = Math.round(fees.usualFbaCents * 1.2);
    return setFee(world, product, amount === undefined ? raised : Math.round(amount * 100));
  },
});

export const fbaFeeRestored = eventType({
  schema: {},
  notifies: [],
  undoes: 'fbaFeeChanged',
  apply: ({ world, product }) => setFee(world, product, fulfilledListing(world, product).fees.usualFbaCents),
});

function setFee(world: World, product: Product, fbaCents: number): Record<string, unknown> {
  const { fees, sku } = fulfilledListing(world, product);
  const from = fees.fbaCents;
  refuseUnchanged(from === fbaCents, product, `costs ${fbaCents / 100} to fulfil`);
  fees.fbaCents = fbaCents;
  world.announce('fees', product);
  return { sku, from: from / 100, to: fbaCents / 100 };
}

function fulfilledListing(world: World, product: Product): Listing {
  const listing = world.listingsOf(product).find(({ fulfilledBy }) => fulfilledBy === 'AMAZON');
  if (listing) return listing;
  throw new EventError(`No SKU of ${product.asin} in ${product.marketplace} is shipped by the marketplace`);
}
