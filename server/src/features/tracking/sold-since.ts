import { addDays, dayOf, type Day } from '@app/shared/domain/billing/day.ts';

const soldDays = 30;

/** Returns the first of the days whose sold units people see beside a product, and by which best sellers are found. */
export const soldSince = (now: Date): Day => addDays(dayOf(now), 1 - soldDays);
