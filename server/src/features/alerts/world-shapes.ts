import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/sentinel.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { alertTypeOf } from '@app/shared/watchdogs/define.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import type { RecentFlip, WorldItemRow, WorldProductRow } from './world-queries.ts';

/** What is ok says nothing, or a full answer, which leaves it out, would differ from a delta. Its flip keeps the words. */
const nothingToSay = { message: null, from: null, to: null, evidence: [] };

/** From our words to the specification's. */
export function shapeItem(item: WorldItemRow): WorldItem {
  const isOk = item.status === itemStatus.ok;
  return {
    watchDogId: item.itemId,
    watchDogItemId: item.itemId,
    productId: item.productId,
    productGroupId: item.parentAsin,
    productCollectionId: null,
    sellerId: item.sellerAccountId,
    marketplace: item.marketplace,
    status: item.status,
    issueStatus: item.issueStatus,
    muted: item.mutedUntil !== null,
    mutedUntil: item.mutedUntil?.toISOString() ?? null,
    date: item.changedAt?.toISOString() ?? null,
    statusDetails: isOk
      ? nothingToSay
      : { message: item.message, from: item.from, to: item.to, evidence: item.evidence },
    settings: { keyword: null, absoluteThreshold: null },
  };
}

/** What no source tells yet is `null`, never zero; -1 hours is the specification's "sales data not yet available". */
export function shapeProduct(product: WorldProductRow): Product {
  const site = `https://www.${marketplace(product.marketplace).domain}`;
  const price = product.priceCents !== null && product.currency !== null;
  return {
    productId: product.productId,
    productGroupId: product.parentAsin,
    productGroupProductIds: [],
    marketplace: product.marketplace,
    sellerId: product.sellerAccountId,
    asin1: product.asin,
    productName: product.name,
    productTitle: product.title,
    shortName: product.shortName,
    show: true,
    active: product.isActive,
    imageUrl: product.imageUrl,
    largeImageUrl: product.largeImageUrl,
    productUrl: `${site}/dp/${product.asin}`,
    productReviewsUrl: `${site}/product-reviews/${product.asin}?sortBy=recent`,
    productTopReviewsUrl: `${site}/product-reviews/${product.asin}`,
    productOffersUrl: `${site}/gp/offer-listing/${product.asin}`,
    starRating: null,
    reviewCount: null,
    bsrRank: null,
    ageHours: -1,
    sales: [],
    fbaFeeEstimate: null,
    isAdultFlag: product.isAdult,
    totalQty: null,
    inStockQty: null,
    inboundQty: null,
    fbmQty: null,
    price: price ? { cents: Number(product.priceCents), currency: product.currency ?? '' } : null,
  };
}

export const shapeNotification = (flip: RecentFlip): WorldAnswer['notifications'][number] => ({
  productId: flip.productId,
  notificationType: alertTypeOf(flip.type),
  notificationLevel: flip.colour,
  message: flip.message ?? '',
  date: flip.at.toISOString(),
});
