import * as z from 'zod/mini';
import { reassignBuyBox } from '../changes.ts';
import { EventError, eventType, refuseUnchanged } from '../event-type.ts';
import type { Listing, Product } from '../../model/product.ts';
import { inboundOf } from '../../model/stock.ts';
import type { World } from '../../world.ts';

const fewDays = 3;
const enoughDays = 60;

const units = z.optional(z.int().check(z.minimum(0)));

/**
 * Sets FBA quantities and stops automatic restocking. Without numbers the stock falls to three days and no inbound
 * units, and the next event refills it. With 0 the product is sold out and no longer offered.
 */
export const stockChanged = eventType({
  schema: { fulfillable: units, inbound: units },
  notifies: ['FBA_INVENTORY_AVAILABILITY_CHANGES'],
  apply: ({ world, product }, event) => {
    const listing = listingBy(world, product, 'AMAZON');
    const { stock } = listing;
    const isPlain = event.fulfillable === undefined && event.inbound === undefined;
    const enough = Math.ceil(product.demand.unitsPerDay * enoughDays) + 10;
    const few = Math.ceil(Math.max(1, product.demand.unitsPerDay * fewDays));
    const other = stock.fulfillable > few ? few : enough;
    const fulfillable = event.fulfillable ?? (isPlain ? other : stock.fulfillable);
    const inbound = event.inbound ?? (isPlain ? 0 : inboundOf(stock));
    const from = { fulfillable: stock.fulfillable, inbound: inboundOf(stock) };
    refuseUnchanged(from.fulfillable === fulfillable && from.inbound === inbound, product, 'has such a stock');
    Object.assign(stock, { fulfillable, inboundWorking: 0, inboundShipped: inbound, inboundReceiving: 0 });
    listing.isRestocked = false;
    world.announce('stock', product, { listings: [listing] });
    if ((from.fulfillable === 0) !== (fulfillable === 0)) reassignBuyBox(world, product);
    return { sku: listing.sku, from: from.fulfillable, to: fulfillable, inboundFrom: from.inbound, inboundTo: inbound };
  },
});

/** Sets the seller-fulfilled quantity. Without a number two units remain, and the next event refills the stock. */
export const ownStockChanged = eventType({
  schema: { quantity: units },
  notifies: ['LISTINGS_ITEM_MFN_QUANTITY_CHANGE'],
  apply: ({ world, product }, event) => {
    const listing = listingBy(world, product, 'MERCHANT');
    const from = listing.ownQuantity;
    const to = event.quantity ?? (from > 2 ? 2 : 40);
    refuseUnchanged(from === to, product, `has ${to} units of ours`);
    listing.ownQuantity = to;
    listing.isRestocked = false;
    listing.updatedAt = world.clock.now();
    world.announce('ownStock', product, { listings: [listing] });
    if ((from === 0) !== (to === 0)) reassignBuyBox(world, product);
    return { sku: listing.sku, from, to };
  },
});

function listingBy(world: World, product: Product, fulfilledBy: Listing['fulfilledBy']): Listing {
  const listing = world.listingsOf(product).find((one) => one.fulfilledBy === fulfilledBy);
  if (listing) return listing;
  const who = fulfilledBy === 'AMAZON' ? 'the marketplace' : 'the seller';
  throw new EventError(`No SKU of ${product.asin} in ${product.marketplace} is shipped by ${who}`);
}
