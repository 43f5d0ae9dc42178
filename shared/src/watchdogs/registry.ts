// Written by `npm run gen` from the files of kinds/.
import type { Watchdog } from './model/define.ts';
import amazonChoiceBadge from './kinds/amazon-choice-badge.ts';
import badReview from './kinds/bad-review.ts';
import badSellerFeedback from './kinds/bad-seller-feedback.ts';
import bestSellerBadge from './kinds/best-seller-badge.ts';
import fbaFeeChange from './kinds/fba-fee-change.ts';
import fbmInventory from './kinds/fbm-inventory.ts';
import imageMissing from './kinds/image-missing.ts';
import inventory from './kinds/inventory.ts';
import keyword from './kinds/keyword.ts';
import listingSuspended from './kinds/listing-suspended.ts';
import lostBuybox from './kinds/lost-buybox.ts';
import noAddToCart from './kinds/no-add-to-cart.ts';
import numberOfSellers from './kinds/number-of-sellers.ts';
import parentProductChange from './kinds/parent-product-change.ts';
import price from './kinds/price.ts';
import prime from './kinds/prime.ts';
import productCategoryRecentChange from './kinds/product-category-recent-change.ts';
import productDetailsRecentChange from './kinds/product-details-recent-change.ts';
import salesDrop from './kinds/sales-drop.ts';
import searchBan from './kinds/search-ban.ts';
import starRatingRecentChange from './kinds/star-rating-recent-change.ts';
import subscribeAndSave from './kinds/subscribe-and-save.ts';
import topReview from './kinds/top-review.ts';

export type WatchdogType =
  | 'amazonChoiceBadge'
  | 'badReview'
  | 'badSellerFeedback'
  | 'bestSellerBadge'
  | 'fbaFeeChange'
  | 'fbmInventory'
  | 'imageMissing'
  | 'inventory'
  | 'keyword'
  | 'listingSuspended'
  | 'lostBuybox'
  | 'noAddToCart'
  | 'numberOfSellers'
  | 'parentProductChange'
  | 'price'
  | 'prime'
  | 'productCategoryRecentChange'
  | 'productDetailsRecentChange'
  | 'salesDrop'
  | 'searchBan'
  | 'starRatingRecentChange'
  | 'subscribeAndSave'
  | 'topReview';

export const watchdogsByType: Readonly<Record<WatchdogType, Watchdog>> = {
  amazonChoiceBadge,
  badReview,
  badSellerFeedback,
  bestSellerBadge,
  fbaFeeChange,
  fbmInventory,
  imageMissing,
  inventory,
  keyword,
  listingSuspended,
  lostBuybox,
  noAddToCart,
  numberOfSellers,
  parentProductChange,
  price,
  prime,
  productCategoryRecentChange,
  productDetailsRecentChange,
  salesDrop,
  searchBan,
  starRatingRecentChange,
  subscribeAndSave,
  topReview,
};

export const watchdogs: readonly Watchdog[] = Object.values(watchdogsByType);

export const isWatchdogType = (type: string): type is WatchdogType => Object.hasOwn(watchdogsByType, type);

export const watchdogOf = (type: string): Watchdog | undefined =>
  isWatchdogType(type) ? watchdogsByType[type] : undefined;
