import type { Money } from '../src/base/money.ts';
import type {
  BadgesFacts,
  WithSku,
  CatalogFacts,
  ChargedFeesFacts,
  Facts,
  FeedbackFacts,
  FeePreviewFacts,
  FeesFacts,
  ListingFacts,
  ListingIssue,
  OfferFacts,
  OffersFacts,
  RankFacts,
  RatingFacts,
  ReviewsFacts,
  SalesFacts,
  SearchRankFacts,
  StockFacts,
} from '../src/watchdogs/facts/observations.ts';

export const usd = (cents: number): Money => ({ cents, currency: 'USD' });

/** Builds an offer. An offer with the seller id OURS is the seller's own. */
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

/** Builds a complete answer about the offers of one SKU; the buy box has the winner's price. */
export function offersOf(
  offers: readonly OfferFacts[],
  facts: Partial<WithSku<OffersFacts>> = {},
): WithSku<OffersFacts> {
  return {
    sku: 'SKU-1',
    offers,
    totalOffers: offers.length,
    buyBox: offers.find((one) => one.isBuyBoxWinner)?.price ?? null,
    ownPrice: offers.find((one) => one.isMine)?.price ?? null,
    ...facts,
  };
}

export const listing = (sku: string, facts: Partial<ListingFacts> = {}): WithSku<ListingFacts> => ({
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

export const suppression = (sku: string, reason: string | null): WithSku<Facts['suppression'][number]> => ({
  sku,
  isSuppressed: reason !== null,
  reason,
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

/** Builds the ranks of a product that is number one in the browse categories with these ids. */
export const rank = (...ids: string[]): RankFacts => ({
  firstIn: ids.map((id) => ({ id, name: `Category ${id}` })),
});

export const parent = (facts: Partial<Facts['parent']> = {}): Facts['parent'] => ({
  asin: 'B0PARENT01',
  title: 'Cast-iron cookware',
  attributes: {},
  ...facts,
});

/** Builds a stock whose units can all be sold; nothing is inbound or reserved. */
export const stock = (sku: string, fulfillable: number, facts: Partial<StockFacts> = {}): WithSku<StockFacts> => ({
  sku,
  fulfillable,
  inbound: 0,
  reserved: 0,
  total: fulfillable,
  ...facts,
});

/** Builds the sales of the days up to 1 March 2026; the product was never out of stock. */
export const sales = (units: readonly number[], facts: Partial<SalesFacts> = {}): SalesFacts => ({
  through: '2026-03-01',
  units,
  outOfStock: units.map(() => false),
  ...facts,
});

export const fees = (sku: string, fbaCents: number, facts: Partial<FeesFacts> = {}): WithSku<FeesFacts> => ({
  sku,
  fba: usd(fbaCents),
  referral: usd(525),
  total: usd(fbaCents + 525),
  atPrice: usd(3500),
  ...facts,
});

export const feePreview = (
  sku: string,
  fbaCents: number,
  facts: Partial<FeePreviewFacts> = {},
): WithSku<FeePreviewFacts> => ({
  sku,
  fba: usd(fbaCents),
  sizeTier: 'UsLargeStandardSize',
  packageDimensions: '30.5 × 20 × 10 cm, 1.25 kg',
  ...facts,
});

export const chargedFees = (
  sku: string,
  fbaCents: number,
  facts: Partial<ChargedFeesFacts> = {},
): WithSku<ChargedFeesFacts> => ({ sku, fba: usd(fbaCents), lastOrderAt: '2026-03-01T12:00:00.000Z', ...facts });

export const replenishment = (eligibility: string | null): Facts['replenishment'] => ({ eligibility });

type FeedbackEntry = FeedbackFacts['entries'][number];
export const feedbackEntry = (orderId: string, facts: Partial<FeedbackEntry> = {}): FeedbackEntry => ({
  orderId,
  date: '2026-03-01',
  rating: 1,
  comment: 'Arrived broken',
  ...facts,
});

export const feedback = (...entries: FeedbackEntry[]): FeedbackFacts => ({ entries });

type ReviewFacts = NonNullable<ReviewsFacts['top']>[number];
export const review = (id: string, rating: number, facts: Partial<ReviewFacts> = {}): ReviewFacts => ({
  id,
  rating,
  title: 'Sticks from day one',
  body: 'Everything burns on.',
  date: '2026-03-01T00:00:00.000Z',
  isVerified: true,
  ...facts,
});

/** Builds the reviews of a product page, in the order of the page. */
export const reviews = (...top: ReviewFacts[]): ReviewsFacts => ({ top });

export const rating = (tenths: number, count: number, facts: Partial<RatingFacts> = {}): RatingFacts => ({
  tenths,
  count,
  byStars: null,
  ...facts,
});

export const badges = (facts: Partial<BadgesFacts> = {}): BadgesFacts => ({ choice: [], hasAddToCart: true, ...facts });

/** Builds the rank of a product for a search phrase, of which the first 150 results were read. */
export const searchRank = (
  keyword: string,
  position: number | null,
  facts: Partial<SearchRankFacts> = {},
): WithSku<SearchRankFacts> => ({ sku: keyword, keyword, position, seen: 150, ...facts });
