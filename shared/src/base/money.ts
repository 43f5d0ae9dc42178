/** An amount in the smallest unit of its currency (cents, pence, paise). */
export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** Amazon sends decimals (24.9, 0, 0.0); rounding makes 24.900000000000002 and 24.9 the same fact. */
export const toCents = (amount: number): number => Math.round(amount * 100);

const formatters = new Map<string, Intl.NumberFormat>();

/** How a marketplace prints money: $34.90, 39,90 €, ₹1,149.00. */
export function formatMoney(money: Money, locale = 'en-US'): string {
  const key = `${locale} ${money.currency}`;
  const formatter =
    formatters.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency });
  formatters.set(key, formatter);
  return formatter.format(money.cents / 100);
}
