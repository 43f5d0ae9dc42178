import type { Costs } from '../billing-queries.ts';
import { exactDollars } from '../money.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** The rate of the next tier in words; `null` when there is none. */
export function nextRate(tiers: Costs['tiers'], asins: number): string | null {
  const next = tiers.find(({ kind, fromAsin }) => kind === 'tier' && fromAsin > asins);
  return next ? `${exactDollars(next.rate)} for each from the ${ordinal(next.fromAsin)} on` : null;
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

function ordinal(count: number): string {
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(count);
  return `${formatCount(count)}${endings[rule] ?? 'th'}`;
}
