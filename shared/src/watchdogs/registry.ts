// Written by `npm run gen` from the files of kinds/.
import type { Watchdog } from './define.ts';
import badSellerFeedback from './kinds/bad-seller-feedback.ts';
import fbaFeeChange from './kinds/fba-fee-change.ts';
import imageMissing from './kinds/image-missing.ts';
import listingSuspended from './kinds/listing-suspended.ts';
import lostBuybox from './kinds/lost-buybox.ts';
import numberOfSellers from './kinds/number-of-sellers.ts';
import price from './kinds/price.ts';
import productCategoryRecentChange from './kinds/product-category-recent-change.ts';
import productDetailsRecentChange from './kinds/product-details-recent-change.ts';

export type WatchdogType =
  | 'badSellerFeedback'
  | 'fbaFeeChange'
  | 'imageMissing'
  | 'listingSuspended'
  | 'lostBuybox'
  | 'numberOfSellers'
  | 'price'
  | 'productCategoryRecentChange'
  | 'productDetailsRecentChange';

export const watchdogsByType: Readonly<Record<WatchdogType, Watchdog>> = {
  badSellerFeedback,
  fbaFeeChange,
  imageMissing,
  listingSuspended,
  lostBuybox,
  numberOfSellers,
  price,
  productCategoryRecentChange,
  productDetailsRecentChange,
};

export const watchdogs: readonly Watchdog[] = Object.values(watchdogsByType);

export const isWatchdogType = (type: string): type is WatchdogType => Object.hasOwn(watchdogsByType, type);

export const watchdogOf = (type: string): Watchdog | undefined =>
  isWatchdogType(type) ? watchdogsByType[type] : undefined;
