import { findMarketplace } from '../../base/marketplaces.ts';
import { productLinks } from '../../domain/product-links.ts';
import type { ActionPlace } from './define.ts';

interface Subject {
  readonly asin1: string;
  readonly marketplace: string;
  /** The search phrase of the item, if it is a keyword. */
  readonly keyword?: string | null | undefined;
}

/**
 * The pages of Seller Central for each task. Most tasks have no address of their own and start at the listing's row in
 * the inventory.
 */
const sellerCentralPaths = {
  manageListing: ({ asin1 }: Subject) =>
    `/myinventory/inventory?searchField=all&searchTerm=${encodeURIComponent(asin1)}`,
  sendToAmazon: () => '/fba/sendtoamazon',
  sellerFeedback: () => '/feedback-manager/index.html',
} as const;

/** Returns the address that an issue's main button opens; `null` if the button opens a part of the dashboard. */
export function actionLink(place: ActionPlace, subject: Subject): string | null {
  const site = findMarketplace(subject.marketplace)?.domain;
  if (site === undefined || place === 'salesChart') return null;
  const links = productLinks(subject);
  switch (place) {
    case 'productPage':
      return links.productUrl;
    case 'offersPage':
      return links.productOffersUrl;
    case 'reviewsPage':
      return links.productReviewsUrl;
    case 'topReviewsPage':
      return links.productTopReviewsUrl;
    case 'searchResults':
      return `https://www.${site}/s?k=${encodeURIComponent(subject.keyword ?? subject.asin1)}`;
    default:
      return `https://sellercentral.${site}${sellerCentralPaths[place](subject)}`;
  }
}
