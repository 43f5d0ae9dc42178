import type { BillingHistory, NaiveCard, NaivePackage } from '@app/shared/testing/billing/naive-ledger.ts';
import type { Random } from '../../../sandbox/src/world/random.ts';

export const standardCard: NaiveCard = {
  baseMills: 333,
  baseAsins: 20,
  tiers: [
    { upTo: 100, mills: 16 },
    { upTo: 500, mills: 14 },
    { upTo: 2000, mills: 12 },
    { upTo: 10_000, mills: 10 },
    { upTo: null, mills: 8 },
  ],
};

export function randomCard(random: Random): NaiveCard {
  const baseAsins = random.int(0, 30);
  let end = baseAsins;
  const tiers = Array.from({ length: random.int(0, 5) }, () => {
    end += random.int(1, 60);
    return { upTo: end, mills: random.int(1, 40) };
  });
  return { baseMills: random.int(0, 1000), baseAsins, tiers: [...tiers, { upTo: null, mills: random.int(1, 20) }] };
}

/** Returns a random price list with one or more versions within the history. */
export function randomCards(random: Random, pool: readonly NaiveCard[], days: number): BillingHistory['cards'] {
  const later = Array.from({ length: random.chance(0.3) ? random.int(1, 2) : 0 }, () => random.int(1, days));
  const starts = [...new Set([0, ...later])].toSorted((a, b) => a - b);
  return starts.map((from) => ({ from, card: random.pick(pool) }));
}

/** All parts of a history except its ASINs, price lists and service. */
type Terms = Pick<BillingHistory, 'chargedFrom' | 'package' | 'discounts' | 'frequencies' | 'corrections'>;

export function randomTerms(random: Random, days: number): Terms {
  const chargedFrom = random.pick([0, 1, 7, 14, 30, 31]);
  return {
    chargedFrom,
    package: random.chance(0.3) ? randomPackage(random, days) : null,
    discounts: Array.from({ length: random.pick([0, 0, 1, 1, 2, 4]) }, () => {
      const from = random.int(0, days);
      return {
        percent: random.pick([1, 10, 20, 25, 33, 50, 99, 100]),
        from,
        to: random.chance(0.2) ? null : from + random.int(0, 60),
      };
    }),
    frequencies: Array.from({ length: random.pick([0, 0, 0, 1, 3]) }, () => random.int(0, days))
      .toSorted((a, b) => a - b)
      .map((from, no) => ({ from, isDaily: no % 2 === 0 })),
    corrections: Array.from({ length: random.pick([0, 0, 0, 1, 4]) }, () => ({
      day: random.int(0, days - 1),
      mills: random.pick([-1, 1, 3, -499, 4999, random.int(-60_000, 20_000)]),
    })),
  };
}

const randomPackage = (random: Random, days: number): NaivePackage => ({
  baseFeeCents: random.pick([0, 49, 50, 999, 1999, random.int(0, 50_000)]),
  addonFeeCents: random.pick([0, 100, 333]),
  addons: random.int(0, 5),
  dailyFrom: random.chance(0.3) ? random.int(1, days) : null,
});

/**
 * Returns a random history. Its number of ASINs changes at random and is often close to a limit between price tiers.
 */
export function randomHistory(random: Random, pool: readonly NaiveCard[]): BillingHistory {
  const days = random.pick([31, 45, 61, 95]);
  const cards = randomCards(random, pool, days);
  const ends = cards.flatMap(({ card }) => [0, card.baseAsins, ...card.tiers.map(({ upTo }) => upTo ?? 0)]);
  const asins: (number | null)[] = [];
  let [count, off] = [random.pick(ends), 0];
  for (let day = 0; day < days; day += 1) {
    if (random.chance(0.2)) count = Math.max(0, random.chance(0.5) ? random.pick(ends) + random.int(-1, 1) : count + random.int(-3, 5)); // prettier-ignore
    if (random.chance(0.01)) off = random.int(1, 20);
    asins.push(off > 0 ? null : count);
    off -= 1;
  }
  return { ...randomTerms(random, days), asins, cards, returns: [], late: [] };
}
