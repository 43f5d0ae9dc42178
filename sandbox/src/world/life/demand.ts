/** The demand for a product. */
export interface Demand {
  /** Units sold on an average day. */
  unitsPerDay: number;
  /** Current fraction of the usual demand: 1 is normal, 0.2 is a fifth. */
  factor: number;
  /** A period of lower demand in the seeded history. */
  slump?: { readonly sinceDaysAgo: number; readonly factor: number };
}

/** A promotion that applies to some orders. */
export interface Promotion {
  readonly id: string;
  /** Share of orders with the promotion, from 0 to 1. */
  readonly share: number;
  readonly percent: number;
}

/** Demand factors by weekday, Sunday first; the average is 1. */
const weekdayFactors = [1.18, 1.09, 0.97, 0.93, 0.91, 0.92, 1.0] as const;

export const weekdayFactor = (at: Date): number => weekdayFactors[at.getUTCDay()] ?? 1;
