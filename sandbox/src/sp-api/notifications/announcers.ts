import type { World } from '../../world/world.ts';
import type { Announcer } from './announcer.ts';
import { anyOfferChanged } from './types/any-offer-changed.ts';
import { brandedItemContentChange } from './types/branded-item-content-change.ts';
import { fbaInventoryAvailabilityChanges } from './types/fba-inventory-availability-changes.ts';
import { itemProductTypeChange } from './types/item-product-type-change.ts';
import { listingsItemIssuesChange } from './types/listings-item-issues-change.ts';
import { listingsItemMfnQuantityChange } from './types/listings-item-mfn-quantity-change.ts';
import { listingsItemStatusChange } from './types/listings-item-status-change.ts';
import { orderChange } from './types/order-change.ts';
import { pricingHealth } from './types/pricing-health.ts';

/** Everything that tells of changes of a product; reports and accounts tell of themselves. */
export const createAnnouncers = (world: World): readonly Announcer[] => [
  anyOfferChanged(world),
  pricingHealth(world),
  listingsItemStatusChange(world),
  listingsItemIssuesChange(world),
  listingsItemMfnQuantityChange(world),
  fbaInventoryAvailabilityChanges(world),
  orderChange(world),
  brandedItemContentChange(world),
  itemProductTypeChange(world),
];
