/** How much of a product customers want. */
export interface Demand {
  /** Units on an average day. */
  unitsPerDay: number;
  /** What became of it: 1 is usual, 0.2 a fifth. */
  factor: number;
  /** A weak time before the world began. */
  slump?: { readonly sinceDaysAgo: number; readonly factor: number };
}

/** A discount that some orders carry by its id. */
export interface Promotion {
  readonly id: string;
  /** The share of orders with it. */
  readonly share: number;
  readonly percent: number;
}

/** Sunday first; their average is 1. */
const weekdayFactors = [1.18, 1.09, 0.97, 0.93, 0.91, 0.92, 1.0] as const;

export const weekdayFactor = (at: Date): number => weekdayFactors[at.getUTCDay()] ?? 1;
