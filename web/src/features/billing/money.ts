import { formatMoney } from '@app/shared/base/money.ts';
import { dollarsOfMills, millsPerAsin } from '@app/shared/domain/billing/rate-card.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** The calls state amounts in cents with one decimal; the ledger counts in mills. */
export const millsOf = (amount: number): number => Math.round(amount * 10);

/** Formats an amount: $84.02. Parts of a cent are cut off, as on an invoice, which carries them over. */
export const dollars = (amount: number): string =>
  formatMoney({ cents: Math.trunc(millsOf(amount) / 10), currency: 'USD' }, 'en-US');

let exactFormat: Intl.NumberFormat | undefined;

/** $0.333, so that rows add up to the mill. */
export function exactDollars(amount: number): string {
  // The format is constructed when it is first needed, because that takes the browser longer than any other module of a
  // page.
  exactFormat ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  });
  return exactFormat.format(millsOf(amount) / 1000);
}

/** Returns the price per ASIN, such as 0.021, rounded down to 3 decimals (section 9); a dash without ASINs. */
export const perAsin = (amount: number, asins: number): string =>
  asins === 0 ? '–' : dollarsOfMills(millsPerAsin(millsOf(amount), asins));

export const asinCount = (count: number): string => (count === 1 ? '1 ASIN' : `${formatCount(count)} ASINs`);

export const dayCount = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
