import type { Money } from '../base/money.ts';
import type { BySku, CatalogFacts, ListingFacts, ListingIssue, OfferFacts, OffersFacts } from './observations.ts';

export const usd = (cents: number): Money => ({ cents, currency: 'USD' });

/** An offer of another seller; ours has the seller id OURS. */
export const offer = (sellerId: string, cents: number, facts: Partial<OfferFacts> = {}): OfferFacts => ({
  sellerId,
  isMine: sellerId === 'OURS',
  isBuyBoxWinner: false,
  price: usd(cents),
  shippingCents: 0,
  isFulfilledByAmazon: null,
  isPrime: null,
  ...facts,
});

/** The offers of one SKU; all of them listed, and the winner's price the buy box's. */
export function offersOf(offers: readonly OfferFacts[], facts: Partial<BySku<OffersFacts>> = {}): BySku<OffersFacts> {
  return {
    sku: 'SKU-1',
    offers,
    totalOffers: offers.length,
    buyBox: offers.find((one) => one.isBuyBoxWinner)?.price ?? null,
    ownPrice: offers.find((one) => one.isMine)?.price ?? null,
    ...facts,
  };
}

export const listing = (sku: string, facts: Partial<ListingFacts> = {}): BySku<ListingFacts> => ({
  sku,
  status: ['BUYABLE', 'DISCOVERABLE'],
  issues: [],
  ownQuantity: null,
  isFulfilledByAmazon: true,
  isChild: null,
  ...facts,
});

export const issue = (facts: Partial<ListingIssue> = {}): ListingIssue => ({
  code: '18155',
  message: 'The listing was removed.',
  severity: 'ERROR',
  categories: [],
  enforcements: [],
  ...facts,
});

export const catalog = (facts: Partial<CatalogFacts> = {}): CatalogFacts => ({
  title: 'Cast-iron skillet',
  brand: 'Brightkeel',
  images: [{ variant: 'MAIN', url: 'https://images.example/main.jpg' }],
  largeImageUrl: null,
  parentAsin: null,
  isAdult: null,
  attributes: null,
  packageDimensions: null,
  productType: null,
  classification: null,
  displayGroup: null,
  ...facts,
});
