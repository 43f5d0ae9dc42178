import { startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { chargeOfDay, type Plan } from '@app/shared/domain/billing/day-charge.ts';
import type { Discount } from '@app/shared/domain/billing/discount.ts';
import { hasDailyPricing } from '@app/shared/domain/billing/package.ts';
import type { Pricing } from './closing-queries.ts';
import { rateCardOn, type RateCardVersion } from './rate-card-queries.ts';
import type { UsageDay } from './usage-queries.ts';

/** The facts of a tenant that its price on any day depends on. */
export interface PriceFacts {
  readonly periodFrom: Day;
  readonly trialEndsAt: Date;
  readonly isExempt: boolean;
  readonly discounts: readonly Discount[];
  readonly pricing: Pricing;
}

/** Computes the charge of a day with this number of ASINs. */
export function usageOf(
  facts: PriceFacts,
  cards: readonly RateCardVersion[],
  { day, asins }: { readonly day: Day; readonly asins: number },
): UsageDay {
  const { periodFrom, discounts } = facts;
  const { plan, card } = planOn(facts.pricing, cards, day);
  const isTrial = startOfDay(day) < facts.trialEndsAt;
  const charge = chargeOfDay({ day, periodFrom, asins, isFree: isTrial || facts.isExempt, plan, discounts });
  return {
    day,
    asins,
    isTrial,
    rateCardId: card?.rateCardId ?? null,
    rateCardFrom: card?.validFrom ?? null,
    ...charge,
  };
}

/** Returns how the tenant pays on the day, with the version of the price list; `null` for a package. */
export function planOn(
  pricing: Pricing,
  cards: readonly RateCardVersion[],
  day: Day,
): { readonly plan: Plan; readonly card: RateCardVersion | null } {
  if (!hasDailyPricing(pricing, day))
    return { plan: { kind: 'package', fees: pricing, addonCount: addonCountOn(pricing, day) }, card: null };
  const card = rateCardOn(cards, pricing.rateCardId, day);
  return { plan: { kind: 'daily', card }, card };
}

/** A change of the number of addons applies from its day on. */
const addonCountOn = ({ addonCount, formerAddonCounts }: Pricing, day: Day): number =>
  formerAddonCounts.find(({ until }) => day < until)?.count ?? addonCount;
