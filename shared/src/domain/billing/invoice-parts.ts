import type { InvoicePart } from './invoice.ts';
import { costByTier, dollarsOfMills, type RateCard, type TierCost } from './rate-card.ts';

/** A charged day, with the fields from which an invoice is made. */
export interface ChargedDay {
  readonly asins: number;
  /** The price list of the day; `null` for a day of a package. */
  readonly card: RateCard | null;
  readonly regularMills: number;
  readonly discountPercent: number;
  readonly mills: number;
}

/**
 * Sums charged days by what was charged: the base, each tier with its rate, the package, and the discounts. The parts
 * add up to the charges of the days.
 */
export function partsOfDays(days: readonly ChargedDay[]): readonly InvoicePart[] {
  const sums = new Map<string, Sum>();
  const add = (name: string, mills: number, { count, describe }: Omit<Sum, 'mills'>) => {
    const sum = sums.get(name);
    if (sum) {
      sum.mills += mills;
      sum.count += count;
    } else sums.set(name, { describe, mills, count });
  };
  for (const { asins, card, regularMills, discountPercent, mills } of days) {
    if (card) {
      for (const tier of costByTier(card, asins)) {
        const count = tier.kind === 'base' ? 1 : tier.asins;
        if (tier.mills > 0) add(nameOf(tier), tier.mills, { count, describe: (sum) => describeTier(tier, sum) });
      }
    } else {
      add('package', regularMills, { count: 1, describe: (sum) => `Package, ${sum} of 30 days` });
    }
    if (mills !== regularMills) {
      const describe = () => `Discount of ${discountPercent}%`;
      add(`discount ${discountPercent}`, mills - regularMills, { count: 1, describe });
    }
  }
  return [...sums.values()].map(({ describe, mills, count }) => ({ description: describe(count), mills }));
}

interface Sum {
  readonly describe: (count: number) => string;
  mills: number;
  /** The number of days of the base or the package, or the number of ASINs of a tier summed over all days. */
  count: number;
}

const nameOf = ({ kind, fromAsin, upTo, rateMills }: TierCost): string => `${kind} ${fromAsin} ${upTo} ${rateMills}`;

function describeTier({ kind, fromAsin, upTo, rateMills }: TierCost, count: number): string {
  const rate = dollarsOfMills(rateMills);
  if (kind === 'base') return `Base with up to ${upTo} ASINs, ${count} ${count === 1 ? 'day' : 'days'} at ${rate} USD`;
  const range = upTo === null ? `from ${fromAsin}` : `${fromAsin} to ${upTo}`;
  return `ASINs ${range}, ${count} for a day at ${rate} USD`;
}
