import { localeOf } from './marketplaces.ts';

/** An amount in the smallest unit of its currency (cents, pence, paise). */
export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/**
 * Amazon sends decimals (24.9, 0, 0.0), some with floating-point noise: rounding makes 24.900000000000002 equal to
 * 24.9.
 */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** Formatting an amount throws for a currency that is no code of three letters. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/**
 * Returns an amount of the marketplace; `null` if one of its parts is missing or cannot be used. The database stores no
 * larger number as an amount.
 */
export function readMoney(amount: number | null, currency: string | null): Money | null {
  if (amount === null || currency === null || !isCurrencyCode(currency)) return null;
  const cents = toCents(amount);
  return Number.isSafeInteger(cents) ? { cents, currency } : null;
}

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount, such as $34.90 or 39,90 €. Whole rupees are shown without paise, as in Indian shops: ₹1,149, but
 * ₹1,149.50.
 */
export function formatMoney({ cents, currency }: Money, locale: string): string {
  const key = `${locale} ${currency}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      trailingZeroDisplay: currency === 'INR' ? 'stripIfInteger' : 'auto',
    });
  formatters.set(key, formatter);
  return formatter.format(cents / 100);
}

const countFormatters = new Map<string, Intl.NumberFormat>();

/**
 * A count in the number format of the marketplace with this code. Formats are cached, because constructing one takes
 * longer than rendering a whole card.
 */
export function countIn(marketplace: string, count: number): string {
  const formatter = countFormatters.get(marketplace) ?? new Intl.NumberFormat(localeOf(marketplace));
  countFormatters.set(marketplace, formatter);
  return formatter.format(count);
}

/** An amount in the number format of the marketplace with this code. */
export const moneyIn = (marketplace: string, money: Money): string => formatMoney(money, localeOf(marketplace));

/** An amount as operators read and type it: 49.50 USD. */
export const usdText = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;
