import { daysFrom, type Day } from '../../base/calendar-day.ts';
import { daysOfPeriod } from './period.ts';
import { discountedMills, percentOn, type Discount } from './discount.ts';
import { packageFeeCents, type PackageFees } from './package.ts';
import { costOfDay, type RateCard } from './rate-card.ts';

/** How a tenant pays: for each tracked ASIN and day, or a fee for a package of products. */
export type Plan =
  | { readonly kind: 'daily'; readonly card: RateCard }
  | { readonly kind: 'package'; readonly fees: PackageFees; readonly addonCount: number };

export interface DayFacts {
  readonly day: Day;
  /** The first day of the billing period, from which the days of a package's fee are counted. */
  readonly periodFrom: Day;
  /** Distinct ASINs that were tracked for at least half of the day. */
  readonly asins: number;
  /** Whether the day costs nothing, because it is a day of the trial or the tenant is exempt. */
  readonly isFree: boolean;
  readonly plan: Plan;
  readonly discounts: readonly Discount[];
}

interface DayCharge {
  /** The price of the day before discount; days of the trial have this price too. */
  readonly regularMills: number;
  readonly discountPercent: number;
  /** The charged price. */
  readonly mills: number;
}

/** Computes the charge of one day of service. */
export function chargeOfDay({ day, periodFrom, asins, isFree, plan, discounts }: DayFacts): DayCharge {
  const regularMills =
    plan.kind === 'daily' ? costOfDay(plan.card, asins) : packageMillsOfDay(plan, daysFrom(periodFrom, day));
  const discountPercent = percentOn(discounts, day);
  return { regularMills, discountPercent, mills: isFree ? 0 : discountedMills(regularMills, discountPercent) };
}

/** Spreads a package's fee over the days of a period; the days differ by one mill at most and add up to the fee. */
function packageMillsOfDay(plan: Plan & { readonly kind: 'package' }, dayOfPeriod: number): number {
  const feeMills = packageFeeCents(plan.fees, plan.addonCount) * 10;
  const place = ((dayOfPeriod % daysOfPeriod) + daysOfPeriod) % daysOfPeriod;
  return share(feeMills, place + 1) - share(feeMills, place);
}

const share = (mills: number, days: number): number => Math.floor((mills * days) / daysOfPeriod);
