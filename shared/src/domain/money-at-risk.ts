/** Between these two amounts a day, in the smallest unit of the currency. */
export interface MoneyAtRisk {
  readonly currency: string;
  readonly low: number;
  readonly high: number;
}

interface Sold {
  /** Index 0 is today, which is not over. */
  readonly sales: readonly { readonly unitsSold: number }[];
  /** -1: nobody knows the sales yet. */
  readonly ageHours: number;
}

/** With fewer days before an event, those since it began count too. */
const FEWEST_DAYS = 5;

/**
 * Units on a usual day: the median of the complete days before the event, which began so many days ago. `null` for
 * products that sell on fewer than half of the days, and where nobody knows.
 */
export function usualUnits({ sales, ageHours }: Sold, daysSince = 0): number | null {
  if (ageHours < 0) return null;
  const complete = sales.slice(1).map(({ unitsSold }) => unitsSold);
  const before = complete.slice(Math.max(0, daysSince));
  const days = (before.length >= FEWEST_DAYS ? before : complete).toSorted((a, b) => a - b);
  if (days.length < FEWEST_DAYS) return null;
  const middle = (days.length - 1) / 2;
  const median = ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2;
  return median > 0 ? median : null;
}

interface Stake {
  readonly units: number;
  readonly price: { readonly cents: number; readonly currency: string };
  readonly share: { readonly low: number; readonly high: number };
}

export const moneyAtRisk = ({ units, price, share }: Stake): MoneyAtRisk => ({
  currency: price.currency,
  low: units * price.cents * share.low,
  high: units * price.cents * share.high,
});

/** How many of a currency are about as much as a dollar, to the order of magnitude: to rank by, never to be shown. */
const perDollar: Readonly<Record<string, number>> = { MXN: 20, BRL: 5, INR: 80 };

/** For an order of rows, also over several currencies. */
export const weightOf = ({ low, high, currency }: MoneyAtRisk): number => (low + high) / 2 / (perDollar[currency] ?? 1);

/** Low and high closer together than this share of the high are one amount: it is an estimate anyway. */
const ONE_AMOUNT_WITHIN = 0.2;

/** "$640", "$430 – $780", "under $1": at most three digits that count. "About" and "a day" stand around it. */
export function amountText({ currency, low, high }: MoneyAtRisk, locale: string): string {
  const format = formatOf(currency, locale);
  if (high < 100) return `under ${format.format(1)}`;
  const isOne = high - low <= high * ONE_AMOUNT_WITHIN;
  if (isOne) return format.format(rounded((low + high) / 200, 3));
  return format.formatRange(Math.max(1, rounded(low / 100, 2)), rounded(high / 100, 2));
}

/** An estimate, and marked as one: "about $640 a day", "under $1 a day". */
export function riskText(money: MoneyAtRisk, locale: string): string {
  const amount = amountText(money, locale);
  return `${amount.startsWith('under') ? '' : 'about '}${amount} a day`;
}

function rounded(amount: number, digits: number): number {
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(amount)) - digits);
  return Math.round(amount / step) * step;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Kept: making one costs more than a whole row. */
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 });
  formats.set(key, format);
  return format;
}
