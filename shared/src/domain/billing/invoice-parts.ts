import type { InvoicePart } from './invoice.ts';
import { costByTier, type RateCard, type TierCost } from './rate-card.ts';

/** A charged day as an invoice reads it. */
export interface ChargedDay {
  readonly asins: number;
  /** `null` for a day of a package. */
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
  const add = (name: string, { describe, mills, count }: Sum) => {
    const sum = sums.get(name);
    sums.set(name, { describe, mills: mills + (sum?.mills ?? 0), count: count + (sum?.count ?? 0) });
  };
  for (const { asins, card, regularMills, discountPercent, mills } of days) {
    if (card) {
      for (const tier of costByTier(card, asins)) {
        const count = tier.kind === 'base' ? 1 : tier.asins;
        if (tier.mills > 0) add(nameOf(tier), { describe: describerOf(tier), mills: tier.mills, count });
      }
    } else {
      add('package', { describe: (count) => `Package, ${count} of 30 days`, mills: regularMills, count: 1 });
    }
    if (mills !== regularMills) {
      const describe = () => `Discount of ${discountPercent} %`;
      add(`discount ${discountPercent}`, { describe, mills: mills - regularMills, count: 1 });
    }
  }
  return [...sums.values()].map(({ describe, mills, count }) => ({ description: describe(count), mills }));
}

interface Sum {
  readonly describe: (count: number) => string;
  readonly mills: number;
  /** Days, or ASIN-days of a tier. */
  readonly count: number;
}

const nameOf = ({ kind, fromAsin, upTo, rateMills }: TierCost): string => `${kind} ${fromAsin} ${upTo} ${rateMills}`;

function describerOf({ kind, fromAsin, upTo, rateMills }: TierCost): Sum['describe'] {
  const rate = (rateMills / 1000).toFixed(3);
  if (kind === 'base')
    return (count) => `Base with up to ${upTo} ASINs, ${count} ${count === 1 ? 'day' : 'days'} at ${rate} USD`;
  const range = upTo === null ? `from ${fromAsin}` : `${fromAsin} to ${upTo}`;
  return (count) => `ASINs ${range}, ${count} for a day at ${rate} USD`;
}
