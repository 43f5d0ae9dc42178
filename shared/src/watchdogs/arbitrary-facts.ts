import * as fc from 'fast-check';
import type { BySku, Facts, ListingFacts, OffersFacts } from './observations.ts';

// Few different values, so that sellers return, prices repeat and lists contradict each other.
const sellerId = fc.constantFrom('OURS', 'A', 'B', 'C', 'D', 'E');
const flag = fc.constantFrom(true, false, null);
const money = fc.option(
  fc.record({
    cents: fc.constantFrom(0, 1, 890, 900, 950, 1000, 1200),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  }),
);
const text = fc.option(fc.constantFrom('', 'Skillet'));

const offer = sellerId.chain((id) =>
  fc.record({
    sellerId: fc.constant(id),
    isMine: fc.constant(id === 'OURS'),
    isBuyBoxWinner: flag,
    price: money,
    shippingCents: fc.constantFrom(0, 399),
    isFulfilledByAmazon: flag,
    isPrime: flag,
  }),
);

const offers: fc.Arbitrary<OffersFacts> = fc
  .record({
    offers: fc.array(offer, { maxLength: 6 }),
    hidden: fc.nat(3),
    isCounted: fc.boolean(),
    buyBox: money,
    ownPrice: money,
  })
  .map(({ hidden, isCounted, ...facts }) => ({
    ...facts,
    totalOffers: isCounted ? facts.offers.length + hidden : null,
  }));

const issue = fc.record({
  code: fc.constantFrom('1', '2'),
  message: fc.constantFrom('', 'Retired.', 'Approval is required'),
  severity: fc.constantFrom('ERROR', 'WARNING'),
  categories: fc.constant([]),
  enforcements: fc.subarray(['LISTING_SUPPRESSED', 'CATALOG_ITEM_REMOVED', 'SEARCH_SUPPRESSED']),
});

const listing: fc.Arbitrary<ListingFacts> = fc.record({
  status: fc.option(fc.subarray(['BUYABLE', 'DISCOVERABLE'])),
  issues: fc.option(fc.array(issue, { maxLength: 3 })),
  ownQuantity: fc.constantFrom(null, 0, 5),
  isFulfilledByAmazon: flag,
});

const bySku = <T extends object>(facts: fc.Arbitrary<T>): fc.Arbitrary<BySku<T>[]> =>
  fc
    .array(facts, { maxLength: 3 })
    .map((list) => list.map((one, index): BySku<T> => ({ ...one, sku: `SKU-${index}` })));

const image = fc.record({ variant: fc.constantFrom('MAIN', 'PT01'), url: fc.constantFrom('https://a', 'https://b') });

/** Facts of every aspect, as contradictory as the marketplace can be. */
export const facts: fc.Arbitrary<Facts> = fc.record({
  catalog: fc.record({
    title: text,
    brand: text,
    images: fc.option(fc.array(image, { maxLength: 3 })),
    largeImageUrl: text,
    parentAsin: text,
    isAdult: flag,
  }),
  offers: bySku(offers),
  listing: bySku(listing),
});

/** What is left of facts when the marketplace tells nothing: the same listings, every field unknown. */
export function withoutFacts(known: Facts): Facts {
  return {
    catalog: { title: null, brand: null, images: null, largeImageUrl: null, parentAsin: null, isAdult: null },
    offers: known.offers.map(({ sku }) => ({ sku, offers: [], totalOffers: null, buyBox: null, ownPrice: null })),
    listing: known.listing.map(({ sku }) => ({
      sku,
      status: null,
      issues: null,
      ownQuantity: null,
      isFulfilledByAmazon: null,
    })),
  };
}

/** The same facts with every list the other way round. */
export function reversed(known: Facts): Facts {
  return {
    catalog: { ...known.catalog, images: known.catalog.images?.toReversed() ?? null },
    offers: known.offers.toReversed().map((one) => ({ ...one, offers: one.offers.toReversed() })),
    listing: known.listing.toReversed().map((one) => ({
      ...one,
      status: one.status?.toReversed() ?? null,
      issues:
        one.issues?.map((found) => ({ ...found, enforcements: found.enforcements.toReversed() })).toReversed() ?? null,
    })),
  };
}
