import type { dailyCostDetails } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { asinCount, exactDollars, millsOf } from '../money.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

type Details = Pick<
  Reply<typeof dailyCostDetails>,
  'tiers' | 'amount' | 'regularAmount' | 'discountPercent' | 'isTrial'
>;

interface DayPart {
  readonly name: string;
  readonly amount: string;
}

/** The parts of a day's cost, which add up to the charged amount. */
export function dayParts(details: Details): { readonly parts: readonly DayPart[]; readonly sum: string } {
  const { tiers, amount, regularAmount, discountPercent, isTrial } = details;
  const parts: DayPart[] = tiers
    .filter(({ kind, asins }) => kind === 'base' || asins > 0)
    .map((tier) => ({ name: tierName(tier), amount: exactDollars(tier.amount) }));
  // A package has no tiers: its fee is spread over the days of the period.
  if (parts.length === 0) parts.push({ name: 'Package, its share of the day', amount: exactDollars(regularAmount) });
  const lessMills = millsOf(regularAmount) - millsOf(amount);
  if (lessMills > 0) {
    const name = isTrial ? 'Free in the trial' : `Discount of ${discountPercent}%`;
    parts.push({ name, amount: `−${exactDollars(lessMills / 10)}` });
  }
  return { parts, sum: exactDollars(amount) };
}

function tierName({ kind, fromAsin, upTo, asins, rate }: Details['tiers'][number]): string {
  if (kind === 'base') return upTo === null ? 'Base' : `Base, with the first ${asinCount(upTo)}`;
  const range =
    upTo === null
      ? `From the ASIN ${formatCount(fromAsin)} on`
      : `ASINs ${formatCount(fromAsin)} to ${formatCount(upTo)}`;
  return `${range}: ${formatCount(asins)} × ${exactDollars(rate)}`;
}
