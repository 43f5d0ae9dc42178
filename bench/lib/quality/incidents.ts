import type { Facts } from '@app/shared/watchdogs/facts/observations.ts';
import type { WatchdogType } from '@app/shared/watchdogs/registry.ts';
import { phrase } from './quiet-product.ts';

/** Days since the incident began and ended; negative if that is in the future. */
interface IncidentTime {
  readonly sinceStart: number;
  readonly sinceEnd: number;
}

/** A known incident that one watchdog must report. */
export interface Incident {
  readonly what: string;
  /** Returns the facts changed by the incident. */
  readonly apply: (facts: Facts, when: IncidentTime) => Facts;
  readonly own?: Readonly<Record<string, unknown>>;
  /** Days until the marketplace's facts show the incident. */
  readonly visibleAfterDays?: number;
}

/** Returns a function that applies a change of facts from the start to the end of the incident. */
const during =
  (change: (facts: Facts) => Partial<Facts>): Incident['apply'] =>
  (facts, { sinceStart, sinceEnd }) =>
    sinceStart >= 0 && sinceEnd < 0 ? { ...facts, ...change(facts) } : facts;

const usd = (cents: number) => ({ cents, currency: 'USD' });

const ofPage = (change: (page: Facts['catalog']) => Partial<Facts['catalog']>) =>
  during(({ catalog }) => ({ catalog: { ...catalog, ...change(catalog) } }));

type Answer = Facts['offers'][number];
type Offer = Answer['offers'][number];
const ofOffers = (change: (answer: Answer) => Partial<Answer>) =>
  during(({ offers }) => ({ offers: offers.map((answer) => ({ ...answer, ...change(answer) })) }));

/** Gives the buy box to another seller or to none. */
const withBuyBoxOf = (sellerId: string | null) => (answer: Answer) => ({
  buyBox: sellerId === null ? null : usd(3300),
  offers: [
    ...answer.offers
      .filter((offer) => offer.sellerId !== sellerId)
      .map((offer) => ({ ...offer, isBuyBoxWinner: false })),
    ...(sellerId === null ? [] : [newOffer(sellerId, { isBuyBoxWinner: true, price: usd(3300) })]),
  ],
});

const newOffer = (sellerId: string, facts: Partial<Offer>): Offer => ({
  sellerId,
  isMine: false,
  isBuyBoxWinner: false,
  price: usd(3350),
  shippingCents: 0,
  isFulfilledByAmazon: false,
  isPrime: false,
  ...facts,
});

/** Adds a new seller to the list of the twenty cheapest offers; the most expensive one is dropped. */
const joinedBy = (sellerId: string) => (answer: Answer) => ({
  totalOffers: (answer.totalOffers ?? 0) + 1,
  offers: [...answer.offers.slice(0, 19), newOffer(sellerId, {})],
});

/** Changes the seller's own FBA offer, which has the buy box, in the answers for both SKUs. */
const ofOwnOffer = (change: Partial<Offer>, answer: Answer) =>
  answer.offers.map((offer) =>
    offer.sellerId === 'OURS' && offer.isFulfilledByAmazon ? { ...offer, ...change } : offer,
  );

type Listing = Facts['listing'][number];
const ofListing = (sku: string, change: Partial<Listing>) =>
  during(({ listing }) => ({ listing: listing.map((one) => (one.sku === sku ? { ...one, ...change } : one)) }));

const issueWith = (enforcement: string): Pick<Listing, 'issues'> => ({
  issues: [
    { code: '18155', message: 'Approval is required.', severity: 'ERROR', categories: [], enforcements: [enforcement] },
  ],
});

const ofReviews = (index: number) =>
  during(({ reviews }) => {
    const bad = {
      id: 'RBAD',
      rating: 1,
      title: 'Sticks',
      body: 'Everything burns on.',
      date: '2026-03-10T00:00:00.000Z',
      isVerified: true,
    };
    return { reviews: { top: reviews.top && [...reviews.top.slice(0, index), bad, ...reviews.top.slice(index)] } };
  });

/** Reduces the sales of the incident's days; later observations contain the same reduced days. */
function fewerSales(facts: Facts, { sinceStart, sinceEnd }: IncidentTime): Facts {
  const { units } = facts.sales;
  const from = units.length - Math.max(0, sinceStart);
  const to = units.length - Math.max(0, sinceEnd);
  const changed = units.map((sold, index) => (index >= from && index < to ? Math.round(sold / 4) : sold));
  return { ...facts, sales: { ...facts.sales, units: changed } };
}

/** One known incident per watchdog. The benchmark lists watchdogs without one, and its test fails for them. */
export const incidents: Readonly<Record<WatchdogType, Incident>> = {
  price: {
    what: 'our price falls by 15 %',
    apply: ofOffers((answer) => ({
      ownPrice: answer.sku === 'FBA' ? usd(2966) : answer.ownPrice,
      offers: ofOwnOffer({ price: usd(2966) }, answer),
    })),
  },
  lostBuybox: { what: 'another seller wins the buy box', apply: ofOffers(withBuyBoxOf('RIVAL1')) },
  noAddToCart: {
    what: 'nobody has the buy box, the button is gone',
    apply: during(({ offers, badges }) => ({
      offers: offers.map((answer) => ({ ...answer, ...withBuyBoxOf(null)(answer) })),
      badges: { ...badges, hasAddToCart: false },
    })),
  },
  numberOfSellers: { what: 'a seller joins', apply: ofOffers(joinedBy('HIJACKER')) },
  prime: {
    what: 'our offer loses Prime',
    apply: ofOffers((answer) => ({ offers: ofOwnOffer({ isPrime: false }, answer) })),
  },
  subscribeAndSave: {
    what: 'the product is no longer eligible',
    apply: during(() => ({ replenishment: { eligibility: 'INELIGIBLE' } })),
  },
  imageMissing: {
    what: 'the main image is gone',
    apply: ofPage(({ images }) => ({ images: images && images.filter(({ variant }) => variant !== 'MAIN') })),
  },
  productDetailsRecentChange: { what: 'another title', apply: ofPage(() => ({ title: 'Cast-iron pan, 26 cm' })) },
  productCategoryRecentChange: { what: 'another display group', apply: ofPage(() => ({ displayGroup: 'Sports' })) },
  parentProductChange: { what: 'another parent', apply: ofPage(() => ({ parentAsin: 'B0PARENT02' })) },
  listingSuspended: {
    what: 'the listing is suppressed',
    apply: ofListing('FBA', { status: [], ...issueWith('LISTING_SUPPRESSED') }),
  },
  searchBan: {
    what: 'the listing is hidden from search',
    apply: ofListing('FBA', { status: ['BUYABLE'], ...issueWith('SEARCH_SUPPRESSED') }),
  },
  badReview: { what: 'a review of one star', apply: ofReviews(3) },
  topReview: { what: 'a review of one star at the second place', apply: ofReviews(1) },
  starRatingRecentChange: {
    what: 'the rating falls to 3.1',
    apply: during(({ rating }) => ({ rating: { ...rating, tenths: 31 } })),
  },
  badSellerFeedback: {
    what: 'a buyer gives one star',
    apply: during(({ feedback }) => ({
      feedback: {
        entries: [...feedback.entries, { orderId: '111-9', date: '2026-03-10', rating: 1, comment: 'Broken' }],
      },
    })),
  },
  amazonChoiceBadge: {
    what: 'the choice badge is gone',
    apply: during(({ badges }) => ({ badges: { ...badges, choice: [] } })),
  },
  bestSellerBadge: { what: 'no longer number one', apply: during(() => ({ rank: { firstIn: [] } })) },
  salesDrop: { what: 'sales fall to a quarter', apply: fewerSales, visibleAfterDays: 1 },
  keyword: {
    what: 'position 16 becomes 45',
    own: { keyword: phrase, absoluteThreshold: 20 },
    apply: during(({ searchRank }) => ({ searchRank: searchRank.map((one) => ({ ...one, position: 45 })) })),
  },
  inventory: {
    what: 'nothing left at Amazon',
    own: { alertDays: 7, warningDays: 14 },
    apply: during(({ stock }) => ({
      stock: stock.map((one) => (one.fulfillable === null ? one : { ...one, fulfillable: 0 })),
    })),
  },
  fbmInventory: {
    what: 'none of our own left',
    own: { alertThreshold: 5 },
    apply: ofListing('FBM', { ownQuantity: 0 }),
  },
  fbaFeeChange: {
    what: 'the fee rises by 60 cents',
    apply: during(({ fees }) => ({ fees: fees.map((one) => ({ ...one, fba: usd(600), total: usd(1125) })) })),
  },
};

/** Returns the incident of a watchdog type, or undefined if there is none. */
export const incidentOf = (type: string): Incident | undefined =>
  Object.entries(incidents).find(([name]) => name === type)?.[1];
