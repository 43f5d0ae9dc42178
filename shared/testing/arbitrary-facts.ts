import * as fc from 'fast-check';
import type { Aspect, WithSku, Facts } from '../src/watchdogs/facts/observations.ts';

// Only a few different values, so that sellers come back, prices repeat and listings contradict each other.
const flag = fc.constantFrom(true, false, null);
const money = fc.option(
  fc.record({
    cents: fc.constantFrom(0, 1, 890, 900, 950, 1000, 1200),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  }),
);
const text = fc.option(fc.constantFrom('', 'Skillet', 'Skillet 26 cm'));
const count = fc.option(fc.constantFrom(0, 1, 5, 40));
const named = fc.constantFrom('1', '2', '3').map((id) => ({ id, name: `Category ${id}` }));
const attributes = fc.option(
  fc.dictionary(fc.constantFrom('color', 'size', 'material'), fc.constantFrom('', 'Red', 'Black'), {
    noNullPrototype: true,
  }),
);

const offer = fc.constantFrom('OURS', 'A', 'B', 'C', 'D', 'E').chain((id) =>
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

const offers = fc
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
  message: fc.constantFrom('', 'Retired.', 'Act now!', 'Approval is required'),
  severity: fc.constantFrom('ERROR', 'WARNING'),
  categories: fc.constant([]),
  enforcements: fc.subarray(['LISTING_SUPPRESSED', 'CATALOG_ITEM_REMOVED', 'SEARCH_SUPPRESSED']),
});

const listing = fc.record({
  status: fc.option(fc.subarray(['BUYABLE', 'DISCOVERABLE'])),
  issues: fc.option(fc.array(issue, { maxLength: 3 })),
  ownQuantity: fc.constantFrom(null, 0, 5),
  isFulfilledByAmazon: flag,
  isChild: flag,
});

const bySku = <T extends object>(facts: fc.Arbitrary<T>): fc.Arbitrary<WithSku<T>[]> =>
  fc
    .array(facts, { maxLength: 3 })
    .map((list) => list.map((one, index): WithSku<T> => ({ ...one, sku: `SKU-${index}` })));

const image = fc.record({ variant: fc.constantFrom('MAIN', 'PT01'), url: fc.constantFrom('https://a', 'https://b') });

const review = fc.record({
  id: fc.constantFrom('R1', 'R2', 'R3', 'R4', 'R5'),
  rating: fc.integer({ min: 1, max: 5 }),
  title: fc.constantFrom('', 'Sticks'),
  body: fc.constantFrom('', 'Everything burns on.'),
  date: fc.constantFrom(null, '2026-03-01T00:00:00.000Z'),
  isVerified: flag,
});

const keyword = fc.constantFrom('skillet', 'pan').chain((phrase) =>
  fc.record({
    sku: fc.constant(phrase),
    keyword: fc.constant(phrase),
    position: fc.option(fc.constantFrom(1, 4, 5, 6, 40, 150)),
    seen: fc.constantFrom(0, 48, 150),
  }),
);

/** Units of up to 60 days, among them drops, stock-outs and quiet products. */
const sales = fc
  .array(fc.record({ units: fc.constantFrom(0, 0, 3, 20, 21, 22), isOut: fc.constantFrom(false, false, true) }), {
    maxLength: 60,
  })
  .map((days) => ({
    through: '2026-03-01',
    units: days.map((day) => day.units),
    outOfStock: days.map((day) => day.isOut),
  }));

const feedbackEntry = fc.constantFrom('111-1', '111-2', '111-3').chain((orderId) =>
  fc.record({
    orderId: fc.constant(orderId),
    date: fc.constantFrom('2026-02-27', '2026-03-01'),
    rating: fc.integer({ min: 1, max: 3 }),
    comment: fc.constantFrom('', 'Late', '!!!'),
  }),
);

/** Arbitrary facts of every aspect. They may contradict each other, as facts of the marketplace do. */
const arbitraryFacts: { readonly [A in Aspect]: fc.Arbitrary<Facts[A]> } = {
  catalog: fc.record({
    title: text,
    brand: text,
    images: fc.option(fc.array(image, { maxLength: 3 })),
    largeImageUrl: text,
    parentAsin: fc.constantFrom(undefined, null, 'B0PARENT01', 'B0PARENT02'),
    isAdult: flag,
    attributes,
    packageDimensions: text,
    productType: text,
    classification: fc.option(named),
    displayGroup: text,
  }),
  rank: fc.record({ firstIn: fc.option(fc.uniqueArray(named, { selector: ({ id }) => id })) }),
  parent: fc.record({ asin: fc.constantFrom('B0PARENT01', 'B0PARENT02'), title: text, attributes }),
  offers: bySku(offers),
  listing: bySku(listing),
  suppression: bySku(fc.record({ isSuppressed: fc.boolean(), reason: text })),
  stock: bySku(fc.record({ fulfillable: count, inbound: count, reserved: count, total: count })),
  sales,
  fees: bySku(
    fc.record({ fba: money, referral: money, total: money, atPrice: fc.constant({ cents: 3500, currency: 'USD' }) }),
  ),
  feePreview: bySku(fc.record({ fba: money, sizeTier: text, packageDimensions: text })),
  chargedFees: bySku(
    fc.record({
      fba: money,
      lastOrderAt: fc.constantFrom(null, '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'),
    }),
  ),
  replenishment: fc.record({
    eligibility: fc.constantFrom(null, 'ELIGIBLE', 'INELIGIBLE', 'SUSPENDED', 'REPLENISHMENT_ONLY_ORDERING'),
  }),
  feedback: fc.record({ entries: fc.uniqueArray(feedbackEntry, { selector: ({ orderId }) => orderId }) }),
  reviews: fc.record({ top: fc.option(fc.uniqueArray(review, { selector: ({ id }) => id })) }),
  rating: fc.record({
    tenths: fc.constantFrom(null, 0, 42, 43, 47, 50),
    count,
    byStars: fc.option(fc.array(fc.nat(9), { minLength: 5, maxLength: 5 })),
  }),
  badges: fc.record({ choice: fc.option(fc.subarray(['skillet', 'pan'])), hasAddToCart: flag }),
  searchRank: fc.uniqueArray(keyword, { selector: ({ sku }) => sku }),
};

export const facts: fc.Arbitrary<Facts> = fc.record(arbitraryFacts);

/** Generates facts of which only the given aspects vary. This is much faster for tests that read no other aspects. */
export function factsVarying(varying: readonly Aspect[]): fc.Arbitrary<Facts> {
  const [still] = fc.sample(facts, { numRuns: 1, seed: 17 });
  const some = fc.record(Object.fromEntries(varying.map((aspect) => [aspect, arbitraryFacts[aspect]])));
  return some.map((varied) => ({ ...still, ...varied }) as Facts);
}
