import { findMarketplaceById, type Marketplace } from '@app/shared/base/marketplaces.ts';
import type { Seller } from '../world/model/seller.ts';
import { invalidMarketplace, unauthorized } from './error.ts';

/** The marketplace of an id, if this seller takes part in it. */
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

/** ISO 3166 calls the United Kingdom GB. */
export const countryOf = (marketplaceCode: string): string => (marketplaceCode === 'UK' ? 'GB' : marketplaceCode);
