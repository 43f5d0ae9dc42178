import type { WithSku, Facts } from '../src/watchdogs/facts/observations.ts';

/**
 * Returns the same facts with every field unknown, as from answers that omit all values. Feedback and suppression are
 * not part of the result, because none of their fields can be unknown.
 */
export function withoutFacts(known: Facts): Partial<Facts> {
  return {
    catalog: allNull(known.catalog),
    rank: { firstIn: null },
    parent: { asin: known.parent.asin, title: null, attributes: null },
    offers: known.offers.map(({ sku }) => ({ sku, offers: [], totalOffers: null, buyBox: null, ownPrice: null })),
    listing: known.listing.map(allNullBut),
    stock: known.stock.map(allNullBut),
    sales: { through: known.sales.through, units: [], outOfStock: [] },
    fees: known.fees.map(({ sku, atPrice }) => ({ sku, atPrice, fba: null, referral: null, total: null })),
    feePreview: known.feePreview.map(allNullBut),
    chargedFees: known.chargedFees.map(allNullBut),
    replenishment: { eligibility: null },
    reviews: { top: null },
    rating: allNull(known.rating),
    badges: allNull(known.badges),
    searchRank: known.searchRank.map(({ sku, keyword }) => ({ sku, keyword, position: null, seen: 0 })),
  };
}

type NullFields<T> = { readonly [Name in keyof T]: null };

const allNull = <T extends object>(facts: T): NullFields<T> =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, null])) as NullFields<T>;

const allNullBut = <T extends object>({ sku, ...facts }: WithSku<T>): WithSku<NullFields<Omit<WithSku<T>, 'sku'>>> => ({
  ...allNull(facts),
  sku,
});

/**
 * Returns the same facts with every unordered list reversed. Reviews, sales and ratings by stars keep their order,
 * because it has a meaning: the page, the days and the stars.
 */
export function reverseSets(known: Facts): Facts {
  return {
    ...known,
    catalog: {
      ...known.catalog,
      images: reverseList(known.catalog.images),
      attributes: reverseNames(known.catalog.attributes),
    },
    rank: { firstIn: reverseList(known.rank.firstIn) },
    parent: { ...known.parent, attributes: reverseNames(known.parent.attributes) },
    offers: known.offers.toReversed().map((one) => ({ ...one, offers: one.offers.toReversed() })),
    listing: known.listing.toReversed().map((one) => ({
      ...one,
      status: reverseList(one.status),
      issues:
        reverseList(one.issues)?.map((found) => ({ ...found, enforcements: found.enforcements.toReversed() })) ?? null,
    })),
    suppression: known.suppression.toReversed(),
    stock: known.stock.toReversed(),
    fees: known.fees.toReversed(),
    feePreview: known.feePreview.toReversed(),
    chargedFees: known.chargedFees.toReversed(),
    feedback: { entries: known.feedback.entries.toReversed() },
    badges: { ...known.badges, choice: reverseList(known.badges.choice) },
    searchRank: known.searchRank.toReversed(),
  };
}

const reverseList = <T>(list: readonly T[] | null): readonly T[] | null => list?.toReversed() ?? null;

const reverseNames = (record: Facts['catalog']['attributes']): Facts['catalog']['attributes'] =>
  record && Object.fromEntries(Object.entries(record).toReversed());
