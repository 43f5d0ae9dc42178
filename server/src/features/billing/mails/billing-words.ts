import { dollarsOfMills } from '@app/shared/domain/billing/rate-card.ts';
import { formatMoney } from '@app/shared/base/money.ts';
import { startOfDay, type Day } from '@app/shared/base/calendar-day.ts';

/** $1,234.50 */
export const dollars = (cents: number): string => formatMoney({ cents, currency: 'USD' }, 'en-US');

export const count = (number: number): string => number.toLocaleString('en-US');

/** 24 December 2026 */
export const dayText = (day: Day): string =>
  startOfDay(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

interface PricedTier {
  /** The first ASIN of the tier. */
  readonly from: number;
  /** The last ASIN of the tier; `null` if the tier has no end. */
  readonly upTo: number | null;
  readonly mills: number;
  readonly isBase: boolean;
}

/** A row of a table of prices. */
export const tierRow = ({ from, upTo, mills, isBase }: PricedTier): { name: string; text: string } => ({
  name: upTo === null ? `${count(from)} and more` : `${count(from)} to ${count(upTo)}`,
  text: `$${dollarsOfMills(mills)} a day ${isBase ? 'for all of them' : 'for each'}`,
});

/** The sentence about why a payment failed, after another one: the words of the provider, or ours about the address. */
export function reasonText(reason: string | null, needsAddress: boolean): string {
  if (reason === null) return '';
  return needsAddress ? ` ${reason}` : ` The payment provider says: ${reason}`;
}
