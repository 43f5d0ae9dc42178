import { marketplace } from '../base/marketplaces.ts';

/** The pages of a product on its marketplace's site. */
export function productLinks({ asin1, marketplace: code }: { readonly asin1: string; readonly marketplace: string }) {
  const site = `https://www.${marketplace(code).domain}`;
  return {
    productUrl: `${site}/dp/${asin1}`,
    productReviewsUrl: `${site}/product-reviews/${asin1}?sortBy=recent`,
    productTopReviewsUrl: `${site}/product-reviews/${asin1}`,
    productOffersUrl: `${site}/gp/offer-listing/${asin1}`,
  };
}
