import type { Money } from '@app/shared/base/money.ts';
import type { FeesFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Refusal } from '../../../../external/marketplace/answers/answer.ts';
import type { FeesEstimate } from '../../../../external/marketplace/operations/product-fees.ts';
import type { Observation } from '../../recording/observation.ts';
import { moneyOf } from './offers-facts.ts';
import { batchSource, refuseUnanswered, type Target } from '../source.ts';

/** Amazon's estimate of its fees for one unit of each listing, always at the first price of the listing. */
export const feesEstimates = batchSource({
  name: 'fees-estimates',
  aspects: ['fees'],
  unit: 'pricedListing',
  batchSize: 20,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const priced = targets.flatMap((target) => pricedListing(target, place.currency));
    const refusals: Refusal[] = refuseUnanswered(
      targets.map(({ sku }) => sku),
      new Set(priced.map(({ sku }) => sku)),
      'has no price to estimate fees at',
    );
    if (priced.length === 0) return { observations: [], refusals };
    const answer = await marketplace.getMyFeesEstimates(access, {
      ...options,
      marketplaceId: place.id,
      listings: priced,
    });
    const at = observedAt();
    const bySku = new Map(priced.map((listing) => [listing.sku, listing]));
    const observations = answer.members.flatMap(({ sku, estimate }): Observation[] => {
      const listing = bySku.get(sku);
      if (!listing) return [];
      const { productId, price: atPrice } = listing;
      return [{ productId, aspect: 'fees', sku, facts: feesFacts(estimate, atPrice), observedAt: at }];
    });
    const answered = new Set([
      ...answer.members.map(({ sku }) => sku),
      ...answer.refusals.map(({ subject }) => subject),
    ]);
    const missing = refuseUnanswered([...bySku.keys()], answered);
    return { observations, refusals: [...refusals, ...answer.refusals, ...missing] };
  },
});

/**
 * The request for one listing. Before the listing was observed its shipper is unknown, and the FBA fees of the estimate
 * are hypothetical.
 */
function pricedListing({ productId, sku, feePriceCents, isFulfilledByAmazon }: Target, currency: string) {
  if (feePriceCents === undefined || feePriceCents === null) return [];
  const price: Money = { cents: feePriceCents, currency };
  return [{ productId, sku, price, isFulfilledByAmazon: isFulfilledByAmazon ?? true }];
}

/** The final fees, less promotions of fees. */
function feesFacts({ TotalFeesEstimate: total, FeeDetailList }: FeesEstimate, atPrice: Money): FeesFacts {
  const feeOf = (type: string): Money | null =>
    moneyOf(FeeDetailList?.find(({ FeeType }) => FeeType === type)?.FinalFee ?? null);
  return { fba: feeOf('FBAFees'), referral: feeOf('ReferralFee'), total: moneyOf(total), atPrice };
}
