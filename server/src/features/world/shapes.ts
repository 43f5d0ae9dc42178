import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { productLinks } from '@app/shared/domain/product-links.ts';
import { alertTypeOf, type Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { mayCause } from '@app/shared/watchdogs/causes.ts';
import { thresholdFields } from '@app/shared/world/packed/threshold-fields.ts';
import { ownSettingsOf, speaksWhenOk } from '../judging/settings/stored-settings.ts';
import type { LoadedItem } from './item-queries.ts';
import type { RecentFlip } from './recent-flips-queries.ts';
import type { WorldProductRow } from './world-queries.ts';

const nothingToSay = { message: null, from: null, to: null, evidence: [] };
const noSettings = { keyword: null, absoluteThreshold: null };

/**
 * Converts an item into the specification's form. An ok item has no message (its flip keeps the message), unless its
 * kind also shows something when ok: a full answer leaves ok items out and must equal the sum of the deltas.
 */
export function shapeItem({ item, product, incidentCause }: LoadedItem, watchdog: Watchdog): WorldItem {
  const speaks = speaksWhenOk(watchdog);
  const isOk = item.status === itemStatus.ok;
  const hasSettings = speaks && !(isOk && item.message === null && item.settings === null);
  const settings = hasSettings ? { ...noSettings, ...ownSettingsOf(watchdog, item.settings) } : noSettings;
  return {
    watchDogId: item.itemId,
    watchDogItemId: item.itemId,
    productId: item.productId,
    productGroupId: product.parentAsin,
    productCollectionId: null,
    sellerId: product.sellerAccountId,
    marketplace: product.marketplace,
    status: item.status,
    issueStatus: item.issueStatus,
    issueStatusBy: isOk ? null : item.issueStatusBy,
    issueStatusAt: isOk ? null : isoText(item.issueStatusAt),
    muted: item.mutedUntil !== null,
    mutedUntil: isoText(item.mutedUntil),
    date: isoText(item.changedAt),
    statusDetails: isOk
      ? { ...nothingToSay, message: speaks ? item.message : null }
      : { message: item.message, from: item.from, to: item.to, evidence: item.evidence },
    settings,
    ...thresholdFields({ settings, status: item.status }),
    figures: hasSettings ? item.figures : null,
    ...(!isOk && item.calmUntil && { calmUntil: item.calmUntil.toISOString() }),
    ...(!isOk && item.incidentId && { incident: { incidentId: item.incidentId, cause: incidentCause ?? '' } }),
    ...(!isOk && !mayCause(item) && { isNoCause: true }),
  };
}

let lastTime: { readonly ms: number; readonly text: string } = { ms: 0, text: new Date(0).toISOString() };

/**
 * Formats a time and remembers the last one: most items have the same time as the item before, and formatting a time
 * takes longer than the rest of an item.
 */
function isoText(time: Date | null): string | null {
  if (time === null) return null;
  const ms = time.getTime();
  if (ms !== lastTime.ms) lastTime = { ms, text: time.toISOString() };
  return lastTime.text;
}

type AddedFields = Pick<Product, 'productGroupProductIds' | 'sales' | 'ageHours' | 'adSpend' | 'earlierSales'>;

/** A value that no source has recorded yet is `null`, never zero. */
export function shapeProduct(product: WorldProductRow, added: AddedFields): Product {
  const price = product.priceCents !== null && product.currency !== null;
  return {
    productId: product.productId,
    productGroupId: product.parentAsin,
    productGroupProductIds: added.productGroupProductIds,
    marketplace: product.marketplace,
    sellerId: product.sellerAccountId,
    asin1: product.asin,
    productName: product.name,
    productTitle: product.title,
    shortName: product.shortName,
    brand: product.brand,
    show: true,
    active: product.isActive,
    imageUrl: product.imageUrl,
    largeImageUrl: product.largeImageUrl,
    ...productLinks({ asin1: product.asin, marketplace: product.marketplace }),
    starRating: product.starRatingTenths === null ? null : product.starRatingTenths / 10,
    reviewCount: product.reviewCount,
    bsrRank: product.bsrRank,
    ageHours: added.ageHours,
    sales: added.sales,
    adSpend: added.adSpend,
    earlierSales: added.earlierSales,
    fbaFeeEstimate: product.fbaFeeCents === null ? null : Number(product.fbaFeeCents),
    isAdultFlag: product.isAdult,
    totalQty: product.totalQty,
    inStockQty: product.inStockQty,
    inboundQty: product.inboundQty,
    fbmQty: product.fbmQty,
    price: price ? { cents: Number(product.priceCents), currency: product.currency ?? '' } : null,
  };
}

export const shapeNotification = (flip: RecentFlip): WorldAnswer['notifications'][number] => ({
  notificationId: flip.flipId,
  productId: flip.productId,
  notificationType: alertTypeOf(flip.type),
  notificationLevel: flip.colour,
  isImproved: flip.isImproved,
  message: flip.message ?? '',
  date: flip.at.toISOString(),
});
