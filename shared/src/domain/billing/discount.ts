import type { Day } from '../../base/calendar-day.ts';

/** A discount of a tenant over a range of days; `to` is its last day, `null` for one without end. */
export interface Discount {
  readonly percent: number;
  readonly from: Day;
  readonly to: Day | null;
}

/** Discounts never add up: the highest that applies on the day counts. */
export const percentOn = (discounts: readonly Discount[], day: Day): number =>
  discounts
    .filter(({ from, to }) => from <= day && (to === null || day <= to))
    .reduce((highest, { percent }) => Math.max(highest, percent), 0);

/** Returns the discounted price, rounded to whole mills in favour of the customer. */
export const discountedMills = (mills: number, percent: number): number => Math.floor((mills * (100 - percent)) / 100);
