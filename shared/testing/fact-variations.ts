import type { BySku, Facts } from '../src/watchdogs/facts/observations.ts';

/**
 * What is left of facts when the marketplace tells nothing: the same listings, every field unknown. Feedback and
 * suppression have no field that could be unknown: they are there or not.
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

type AllNull<T> = { readonly [Name in keyof T]: null };

const allNull = <T extends object>(facts: T): AllNull<T> =>
  Object.fromEntries(Object.keys(facts).map((name) => [name, null])) as AllNull<T>;

const allNullBut = <T extends object>({ sku, ...facts }: BySku<T>): BySku<AllNull<Omit<BySku<T>, 'sku'>>> => ({
  ...allNull(facts),
  sku,
});

/**
 * The same facts with everything that is a set the other way round. Reviews stand in the order of their page, sales in
 * that of the days, ratings in that of the stars: there the order is a fact.
 */
export function reversed(known: Facts): Facts {
  return {
    ...known,
    catalog: {
      ...known.catalog,
      images: turned(known.catalog.images),
      attributes: turnedNames(known.catalog.attributes),
    },
    rank: { firstIn: turned(known.rank.firstIn) },
    parent: { ...known.parent, attributes: turnedNames(known.parent.attributes) },
    offers: known.offers.toReversed().map((one) => ({ ...one, offers: one.offers.toReversed() })),
    listing: known.listing.toReversed().map((one) => ({
      ...one,
      status: turned(one.status),
      issues: turned(one.issues)?.map((found) => ({ ...found, enforcements: found.enforcements.toReversed() })) ?? null,
    })),
    suppression: known.suppression.toReversed(),
    stock: known.stock.toReversed(),
    fees: known.fees.toReversed(),
    feePreview: known.feePreview.toReversed(),
    chargedFees: known.chargedFees.toReversed(),
    feedback: { entries: known.feedback.entries.toReversed() },
    badges: { ...known.badges, choice: turned(known.badges.choice) },
    searchRank: known.searchRank.toReversed(),
  };
}

const turned = <T>(list: readonly T[] | null): readonly T[] | null => list?.toReversed() ?? null;

const turnedNames = (record: Readonly<Record<string, string>> | null): Readonly<Record<string, string>> | null =>
  record && Object.fromEntries(Object.entries(record).toReversed());
