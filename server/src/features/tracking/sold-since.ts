import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { marketplaceCodes } from '@app/shared/base/marketplaces.ts';

const soldDays = 30;

/** The first of the days whose sold units people see beside a product, and by which best sellers are found. */
export interface SoldSince {
  readonly marketplace: string;
  readonly day: string;
}

/** Returns the first day of each marketplace: sales are stored by its days, which begin at other times than those of UTC. */
export const soldSince = (now: Date): readonly SoldSince[] =>
  marketplaceCodes.map((code) => ({ marketplace: code, day: addDays(dayAt(code, now), 1 - soldDays) }));
