import type { costPreview } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { daysOfPeriod } from '@app/shared/domain/billing/period.ts';
import { asinCount, dollars, exactDollars, millsOf } from '../money.ts';

type Preview = Pick<Reply<typeof costPreview>, 'asins' | 'nextAsins' | 'dayAmount' | 'nextDayAmount'>;

/** The largest number that the contract allows. */
const mostAdded = 100_000;

/** Reads a typed number of ASINs; `null` for anything else. */
export function parseAdded(typed: string): number | null {
  const text = typed.trim().replace(/^\+/, '').replace('−', '-');
  if (!/^-?\d{1,6}$/.test(text)) return null;
  const added = Number(text);
  return Math.abs(added) <= mostAdded ? added : null;
}

/** "+12 ASINs = +$0.168 a day", and the same for 30 days. */
export function previewText({ asins, nextAsins, dayAmount, nextDayAmount }: Preview): {
  readonly change: string;
  readonly total: string;
} {
  const added = nextAsins - asins;
  const amount = (millsOf(nextDayAmount) - millsOf(dayAmount)) / 10;
  const perDay = `${signOf(amount)}${exactDollars(Math.abs(amount))}`;
  const perPeriod = `${signOf(amount)}${dollars(Math.abs(amount) * daysOfPeriod)}`;
  return {
    change: `${signOf(added)}${asinCount(Math.abs(added))} = ${perDay} a day, ${perPeriod} in ${daysOfPeriod} days`,
    total: `${asinCount(nextAsins)} cost ${exactDollars(nextDayAmount)} a day`,
  };
}

const signOf = (value: number): string => (value < 0 ? '−' : '+');
