import type { PushType } from '../push-type.ts';
import { accountStatusChanged } from './account-status-changed.ts';
import { anyOfferChanged } from './any-offer-changed.ts';
import { brandedItemContentChange } from './branded-item-content-change.ts';
import { fbaInventoryAvailabilityChanges } from './fba-inventory-availability-changes.ts';
import { itemProductTypeChange } from './item-product-type-change.ts';
import { listingsItemIssuesChange } from './listings-item-issues-change.ts';
import { listingsItemMfnQuantityChange } from './listings-item-mfn-quantity-change.ts';
import { listingsItemStatusChange } from './listings-item-status-change.ts';
import { orderChange } from './order-change.ts';
import { pricingHealth } from './pricing-health.ts';
import { reportProcessingFinished } from './report-processing-finished.ts';

export const pushTypes: readonly PushType[] = [
  anyOfferChanged,
  pricingHealth,
  listingsItemStatusChange,
  listingsItemIssuesChange,
  listingsItemMfnQuantityChange,
  fbaInventoryAvailabilityChanges,
  orderChange,
  brandedItemContentChange,
  itemProductTypeChange,
  reportProcessingFinished,
  accountStatusChanged,
];

const byName = new Map(pushTypes.flatMap((one) => [one.type, ...one.aliases].map((name) => [name, one] as const)));

export const findPushType = (name: string): PushType | undefined => byName.get(name);
