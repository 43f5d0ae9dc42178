import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { referralCents } from '../../world/model/fees.ts';
import type { Listing, Product } from '../../world/model/product.ts';
import { shuffleByNoise } from '../noise.ts';
import { moneyOf } from '../pricing/offer-summary.ts';

interface Sale {
  readonly listingPriceCents: number;
  readonly isAmazonFulfilled: boolean;
  readonly at: Date;
}

/** Estimates Amazon's fees for one unit at a price; the FBA fee is included only if Amazon fulfils. */
export function feesEstimate({ product, listing }: { product: Product; listing: Listing }, sale: Sale): unknown {
  const { fees } = listing;
  const money = moneyOf(product, marketplaceOf(product.marketplace).currency);
  const amounts = {
    ReferralFee: referralCents(fees, sale.listingPriceCents),
    VariableClosingFee: fees.variableClosingCents,
    PerItemFee: 0,
    ...(sale.isAmazonFulfilled && { FBAFees: fees.fbaCents }),
  };
  const detail = (FeeType: string, cents: number): object => ({
    FeeType,
    FeeAmount: money(cents),
    FeePromotion: money(0),
    FinalFee: money(cents),
  });
  const details = Object.entries(amounts).map(([name, cents]) => ({
    ...detail(name, cents),
    ...(name === 'FBAFees' && { IncludedFeeDetailList: [detail('FBAPickAndPack', cents)] }),
  }));
  return {
    TimeOfFeesEstimation: sale.at.toISOString(),
    TotalFeesEstimate: money(Object.values(amounts).reduce((sum, cents) => sum + cents, 0)),
    FeeDetailList: shuffleByNoise(product, 'fees', details),
  };
}
