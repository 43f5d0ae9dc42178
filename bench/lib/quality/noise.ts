import type { Aspect, Facts } from '@app/shared/watchdogs/facts/observations.ts';
import type { Random } from '../../../sandbox/src/world/random.ts';

type Noise = { readonly [A in Aspect]: (facts: Facts[A], random: Random) => Facts[A] };

/** Probability that an answer lacks a field which it usually contains. */
const missingFieldChance = 0.01;
/** Probability that a single observation differs, because of another page layout or inconsistent answers. */
const oddAnswerChance = 0.005;

/** Variations of facts without a real change, as found in captured answers; they must not cause alarms. */
export const noise: Noise = {
  catalog: (facts, random) => {
    if (random.chance(missingFieldChance)) return withoutFacts(facts);
    return {
      ...facts,
      images: random.chance(missingFieldChance) ? null : shuffle(renameSome(facts.images ?? [], random), random),
      attributes: random.chance(missingFieldChance) ? null : shuffleKeys(facts.attributes, random),
      classification: random.chance(missingFieldChance) ? null : facts.classification,
      packageDimensions: random.chance(missingFieldChance) ? null : facts.packageDimensions,
      parentAsin: random.chance(oddAnswerChance) ? null : facts.parentAsin,
    };
  },
  rank: ({ firstIn }, random) => {
    if (random.chance(missingFieldChance)) return { firstIn: null };
    return { firstIn: random.chance(oddAnswerChance) ? [] : firstIn };
  },
  parent: (facts, random) => (random.chance(missingFieldChance) ? { ...facts, title: null, attributes: null } : facts),
  offers: (listings, random) =>
    shuffle(
      listings.map((one) => {
        if (random.chance(missingFieldChance))
          return { ...one, offers: [], totalOffers: null, buyBox: null, ownPrice: null };
        const isMissing = {
          winner: random.chance(missingFieldChance),
          prime: random.chance(missingFieldChance),
          price: random.chance(missingFieldChance),
        };
        return {
          ...one,
          ownPrice: isMissing.price ? null : one.ownPrice,
          totalOffers: random.chance(missingFieldChance) ? null : one.totalOffers,
          offers: shuffle(one.offers, random).map((offer) => ({
            ...offer,
            isBuyBoxWinner: isMissing.winner ? null : offer.isBuyBoxWinner,
            isPrime: isMissing.prime ? null : offer.isPrime,
            price: isMissing.price ? null : offer.price,
          })),
        };
      }),
      random,
    ),
  listing: (listings, random) =>
    shuffle(
      listings.map((one) => ({
        ...one,
        status: random.chance(missingFieldChance) ? null : one.status && shuffle(one.status, random),
        issues: random.chance(missingFieldChance)
          ? null
          : one.issues && shuffle([...one.issues, ...harmlessIssues(random)], random),
        ownQuantity: random.chance(missingFieldChance) ? null : one.ownQuantity,
        isFulfilledByAmazon: random.chance(missingFieldChance) ? null : one.isFulfilledByAmazon,
      })),
      random,
    ),
  suppression: shuffle,
  stock: (listings, random) =>
    shuffle(
      listings.map((one) =>
        random.chance(missingFieldChance) ? { ...one, fulfillable: null, inbound: null, total: null } : one,
      ),
      random,
    ),
  sales: (facts) => facts,
  fees: (listings, random) =>
    listings.map((one) =>
      random.chance(missingFieldChance) ? { ...one, fba: null, total: null, referral: null } : one,
    ),
  feePreview: (listings, random) =>
    listings.map((one) => (random.chance(missingFieldChance) ? { ...one, packageDimensions: null } : one)),
  chargedFees: (listings, random) =>
    listings.map((one) => (random.chance(missingFieldChance) ? { ...one, fba: null } : one)),
  replenishment: ({ eligibility }, random) => {
    if (random.chance(missingFieldChance)) return { eligibility: null };
    return { eligibility: random.chance(oddAnswerChance) ? 'INELIGIBLE' : eligibility };
  },
  feedback: ({ entries }, random) => ({ entries: shuffle(entries, random) }),
  reviews: ({ top }, random) => {
    if (top === null || random.chance(missingFieldChance)) return { top: null };
    // A page shows eight to thirteen reviews, and neighbours sometimes swap positions.
    const cut = random.chance(0.05) ? top.slice(0, 8) : top;
    return { top: random.chance(0.1) ? swapNeighbours(cut, random.int(0, 8)) : cut };
  },
  rating: (facts, random) => {
    if (random.chance(missingFieldChance)) return { tenths: null, count: null, byStars: null };
    const byStars = facts.byStars?.map((stars) => Math.max(0, stars + random.int(-1, 1))) ?? null;
    // A thousands separator parsed by another country's rules: 1,240 becomes 1.
    const count = random.chance(oddAnswerChance) && facts.count !== null ? Math.floor(facts.count / 1000) : facts.count;
    return { ...facts, count, byStars };
  },
  badges: ({ choice, hasAddToCart }, random) => {
    if (random.chance(missingFieldChance)) return { choice: null, hasAddToCart: null };
    return {
      choice: random.chance(oddAnswerChance) ? [] : choice,
      hasAddToCart: random.chance(oddAnswerChance) ? false : hasAddToCart,
    };
  },
  searchRank: (ranks, random) =>
    ranks.map((one) => {
      // Only the first result page was returned, and the product is on the second.
      if (random.chance(missingFieldChance)) return { ...one, position: null, seen: 16 };
      return { ...one, position: one.position === null ? null : Math.max(1, one.position + random.int(-3, 3)) };
    }),
};

function withoutFacts(facts: Facts['catalog']): Facts['catalog'] {
  const nothing = Object.fromEntries(Object.keys(facts).map((name) => [name, null]));
  return { ...facts, ...nothing };
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(random.int(0, left.length - 1), 1));
}

/** Changes the address of some pictures; the picture itself is the same. */
const renameSome = (images: NonNullable<Facts['catalog']['images']>, random: Random) =>
  images.map((image) => (random.chance(0.05) ? { ...image, url: `${image.url}?${random.int(1, 999)}` } : image));

const shuffleKeys = (attributes: Facts['catalog']['attributes'], random: Random): Facts['catalog']['attributes'] =>
  attributes && Object.fromEntries(shuffle(Object.entries(attributes), random));

/** Sometimes returns an issue without enforcement. */
const harmlessIssues = (random: Random) =>
  random.chance(0.1)
    ? [
        {
          code: '99300',
          message: 'A better picture is recommended.',
          severity: 'WARNING',
          categories: [],
          enforcements: [],
        },
      ]
    : [];

function swapNeighbours<T>(list: readonly T[], index: number): T[] {
  const [first, second] = list.slice(index, index + 2);
  if (first === undefined || second === undefined) return [...list];
  return [...list.slice(0, index), second, first, ...list.slice(index + 2)];
}
