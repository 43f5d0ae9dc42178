import { dayMs } from '@app/shared/base/time.ts';
import { reassignBuyBox, announceStock } from '../events/changes.ts';
import { isBuyable, type Listing, type Product } from '../model/product.ts';
import { inboundOf } from '../model/stock.ts';
import type { World } from '../world.ts';

/** A delivery is ordered when the stock lasts for this many days. */
const orderedAtDays = 24;
/** Days from order to arrival of a delivery. */
const deliveryDays = 12;
/** Number of days for which a delivery lasts. */
const deliveryLastsDays = 45;
const fewOwnUnits = 8;

/** Simulates restocking by the sellers, except for listings whose shortage was requested by an event. */
export function restock(world: World): void {
  for (const product of world.products) {
    const listings = world.listingsOf(product).filter((listing) => listing.isRestocked && listing.isActive);
    const wasOffered = world.listingsOf(product).some(isBuyable);
    const isMoved = listings.map((listing) => restockListing(world, product, listing)).includes(true);
    if (isMoved) announceStock(world, product);
    if (isMoved && !wasOffered) reassignBuyBox(world, product);
  }
}

function restockListing(world: World, { demand }: Product, listing: Listing): boolean {
  if (listing.fulfilledBy === 'MERCHANT') return refillOwnStock(listing);
  const { stock } = listing;
  // Uses the simulated time instead of the clock, because a clock advance is simulated day by day.
  const now = world.shoppedUntil;
  if (inboundOf(stock) > 0) {
    listing.deliveryAt ??= new Date(now.getTime() + deliveryDays * dayMs);
    return listing.deliveryAt <= now && receive(listing);
  }
  if (stock.fulfillable > demand.unitsPerDay * orderedAtDays) return false;
  stock.inboundShipped = Math.ceil(demand.unitsPerDay * deliveryLastsDays);
  listing.deliveryAt = new Date(now.getTime() + deliveryDays * dayMs);
  return stock.inboundShipped > 0;
}

function receive(listing: Listing): boolean {
  const { stock } = listing;
  stock.fulfillable += inboundOf(stock);
  Object.assign(stock, { inboundWorking: 0, inboundShipped: 0, inboundReceiving: 0 });
  listing.deliveryAt = undefined;
  return true;
}

function refillOwnStock(listing: Listing): boolean {
  if (listing.ownQuantity >= fewOwnUnits) return false;
  listing.ownQuantity += 60;
  return true;
}
