import type { Day } from '../../base/calendar-day.ts';

/**
 * A subscription package, with the fields of the specification's section 3: money in cents, the discount in percent.
 */
export interface Package extends PackageFees {
  /** `daily`: each tracked ASIN is paid for each day. `package`: the fees pay for a number of products. */
  readonly plan: 'daily' | 'package';
  /** The number of products that the base fee pays for, and that each addon pays for; both are 0 with daily pricing. */
  readonly baseProducts: number;
  readonly addonProducts: number;
  readonly discount: number;
  readonly discountDurationInMonths: number;
  /** The announced duration of a seller account's first set-up. */
  readonly waitMinutes: number;
  readonly trialFeeCents: number;
  readonly trialMinutes: number;
}

export interface PackageFees {
  readonly baseSubscriptionFeeCents: number;
  readonly addonSubscriptionFeeCents: number;
}

/** Section 9: the cost of a package in cents per billing period. */
export const packageFeeCents = (fees: PackageFees, addonCount: number): number =>
  fees.baseSubscriptionFeeCents + fees.addonSubscriptionFeeCents * addonCount;

interface ChosenPricing extends Pick<Package, 'plan'> {
  /** The first day of daily pricing in place of a package; `null` if the tenant has not changed to it. */
  readonly dailyFrom: Day | null;
}

/** Whether the tenant pays per ASIN and day on this day, and not for a package of products. */
export const hasDailyPricing = ({ plan, dailyFrom }: ChosenPricing, day: Day): boolean =>
  plan === 'daily' || (dailyFrom !== null && dailyFrom <= day);

/**
 * Returns the number of addons with which a package has exactly this number of products: those of the base fee plus
 * those of whole addons (section 9); `null` if no number of addons does. Daily pricing allows any number without addons.
 */
export function addonsFor(
  { plan, baseProducts, addonProducts }: Pick<Package, 'plan' | 'baseProducts' | 'addonProducts'>,
  count: number,
): number | null {
  if (plan === 'daily' || count === baseProducts) return 0;
  const more = count - baseProducts;
  return addonProducts > 0 && more > 0 && more % addonProducts === 0 ? more / addonProducts : null;
}

/** The package for a sign-up without a code (specification, section 1): 30 days free, then 9.99 USD a month. */
export const standardPackage: Package = {
  plan: 'daily',
  baseProducts: 0,
  addonProducts: 0,
  baseSubscriptionFeeCents: 999,
  addonSubscriptionFeeCents: 0,
  discount: 0,
  discountDurationInMonths: 0,
  waitMinutes: 7,
  trialFeeCents: 0,
  trialMinutes: 43_200,
};

/** Section 9: trial minutes divided by 1440. */
export const trialDays = ({ trialMinutes }: Pick<Package, 'trialMinutes'>): number => Math.round(trialMinutes / 1440);

/** The texts about the trial of a package; `null` for a package without a whole day of trial. */
export function trialWords(
  one: Pick<Package, 'trialMinutes'>,
): { readonly offer: string; readonly span: string } | null {
  const days = trialDays(one);
  return days === 0 ? null : { offer: `${days}-day Free Trial`, span: days === 1 ? '1 day' : `${days} days` };
}

/** Section 9, "Discount messages"; returns `null` if the package has no discount. */
export function discountMessage({
  discount,
  discountDurationInMonths: months,
}: Pick<Package, 'discount' | 'discountDurationInMonths'>): string | null {
  if (discount <= 0) return null;
  if (months === 0) return `Get ${discount}% Off!`;
  return months === 1
    ? `Get ${discount}% Off Your First Month Post-Trial!`
    : `Get ${discount}% Off Your First ${months} Months Post-Trial!`;
}
