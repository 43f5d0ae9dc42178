import type { World } from '../../world/world.ts';
import type { Announcer } from './announcer.ts';
import { anyOfferChanged } from './any-offer-changed.ts';
import { brandedItemContentChange } from './branded-item-content-change.ts';
import { fbaInventoryAvailabilityChanges } from './fba-inventory-availability-changes.ts';
import { itemProductTypeChange } from './item-product-type-change.ts';
import { listingsItemIssuesChange } from './listings-item-issues-change.ts';
import { listingsItemMfnQuantityChange } from './listings-item-mfn-quantity-change.ts';
import { listingsItemStatusChange } from './listings-item-status-change.ts';
import { orderChange } from './order-change.ts';
import { pricingHealth } from './pricing-health.ts';

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
