import { findMarketplaceById, type Marketplace } from '@app/shared/base/marketplaces.ts';
import type { Seller } from '../../world/model/seller.ts';
import { invalidMarketplace, unauthorized } from './error.ts';

/** Returns the marketplace of an id. Throws 400 if it is unknown, and 403 if the seller does not participate in it. */
export function marketplaceFor(seller: Seller, marketplaceId: string): Marketplace {
  const found = findMarketplaceById(marketplaceId);
  if (!found) throw invalidMarketplace();
  if (!seller.marketplaces.includes(found.code)) {
    throw unauthorized(`The seller does not participate in marketplace ${marketplaceId}`);
  }
  return found;
}

export const marketplacesFor = (seller: Seller, marketplaceIds: readonly string[]): Marketplace[] =>
  marketplaceIds.map((id) => marketplaceFor(seller, id));

/** Returns the ISO 3166 country code; it differs from the marketplace code only for the United Kingdom. */
export const countryOf = (marketplaceCode: string): string => (marketplaceCode === 'UK' ? 'GB' : marketplaceCode);
