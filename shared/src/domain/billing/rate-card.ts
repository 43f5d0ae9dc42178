/**
 * Prices per tracked ASIN and day, in mills (1/1000 USD). The price is graduated: each tier's rate applies to the ASINs
 * within that tier only, so that one more ASIN never makes the others dearer or cheaper.
 */
export interface RateCard {
  /** Charged for each day of service, with or without ASINs. It includes the first `baseAsins`. */
  readonly baseMills: number;
  readonly baseAsins: number;
  /** The tiers in ascending order; the last one has no end. */
  readonly tiers: readonly Tier[];
}

export interface Tier {
  /** The last ASIN of the tier, counted from the first of all; `null` for the tier without end. */
  readonly upTo: number | null;
  readonly mills: number;
}

/**
 * The price of one tier for one day: a number of ASINs at a rate. The base counts as a tier of `asins` included ASINs.
 */
export interface TierCost {
  readonly kind: 'base' | 'tier';
  /** The first ASIN of the tier, counted from 1. */
  readonly fromAsin: number;
  readonly upTo: number | null;
  /** ASINs of the day within the tier. */
  readonly asins: number;
  /** For a tier, the price of one ASIN; for the base, the price of all its ASINs together. */
  readonly rateMills: number;
  readonly mills: number;
}

/**
 * Returns the cost of a day by tiers. Empty tiers are included, and the `asins` of all tiers add up to the number of
 * ASINs.
 */
export function costByTier(card: RateCard, asins: number): readonly TierCost[] {
  const included = Math.min(asins, card.baseAsins);
  const { baseMills, baseAsins } = card;
  const costs: TierCost[] = [
    { kind: 'base', fromAsin: 1, upTo: baseAsins, asins: included, rateMills: baseMills, mills: baseMills },
  ];
  let before = baseAsins;
  for (const { upTo, mills } of card.tiers) {
    const within = Math.max(0, Math.min(asins, upTo ?? Infinity) - before);
    costs.push({ kind: 'tier', fromAsin: before + 1, upTo, asins: within, rateMills: mills, mills: within * mills });
    before = upTo ?? Infinity;
  }
  return costs;
}

export const costOfDay = (card: RateCard, asins: number): number =>
  costByTier(card, asins).reduce((sum, { mills }) => sum + mills, 0);

/** Section 9: the price per ASIN is floored to 3 decimals of a USD, which are whole mills. */
export const millsPerAsin = (mills: number, asins: number): number => (asins === 0 ? 0 : Math.floor(mills / asins));

/** An amount of mills in dollars, to the mill: 0.333. */
export const dollarsOfMills = (mills: number): string => (mills / 1000).toFixed(3);
