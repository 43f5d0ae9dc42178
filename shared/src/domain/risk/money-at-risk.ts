/** A loss per day between two amounts, in the smallest unit of the currency. */
export interface MoneyAtRisk {
  readonly currency: string;
  readonly low: number;
  readonly high: number;
}

export interface SalesHistory {
  /** Index 0 is today, which is not complete. */
  readonly sales: readonly { readonly unitsSold: number }[];
  /** -1 while the sales are not known yet. */
  readonly ageHours: number;
}

/** With fewer complete days than this before the event, the days since it count too. */
const FEWEST_DAYS = 5;

/**
 * The median of units sold on the complete days before the event, which began `daysSince` days ago. `null` for a
 * product that sells on fewer than half of the days, and while its sales are unknown.
 */
export function usualUnits({ sales, ageHours }: SalesHistory, daysSince = 0): number | null {
  if (ageHours < 0) return null;
  const complete = sales.slice(1).map(({ unitsSold }) => unitsSold);
  const before = complete.slice(Math.max(0, daysSince));
  const days = (before.length >= FEWEST_DAYS ? before : complete).toSorted((a, b) => a - b);
  if (days.length < FEWEST_DAYS) return null;
  const middle = (days.length - 1) / 2;
  const median = ((days[Math.floor(middle)] ?? 0) + (days[Math.ceil(middle)] ?? 0)) / 2;
  return median > 0 ? median : null;
}

export interface UnitsRange {
  readonly low: number;
  readonly high: number;
}

/** With fewer complete days than this, no sales are usual. */
const LEAST_DAYS = 3;

/**
 * The units that a day without the event would sell, as sure as the units sold before it allow: a total of n units is
 * off by √n or less in two of three cases. A product that sells on fewer than half of the days is known by the mean of
 * the longest window that is there. `null` if nothing was sold, or while the sales are unknown.
 */
export function likelyUnits(history: SalesHistory, daysSince = 0): UnitsRange | null {
  if (history.ageHours < 0) return null;
  const complete = history.sales.slice(1).map(({ unitsSold }) => unitsSold);
  const before = complete.slice(Math.max(0, daysSince));
  const days = before.length >= FEWEST_DAYS ? before : complete;
  const total = days.reduce((sum, units) => sum + units, 0);
  if (days.length < LEAST_DAYS || total === 0) return null;
  const usual = usualUnits(history, daysSince) ?? total / days.length;
  const error = usual / Math.sqrt(total);
  return { low: usual - error, high: usual + error };
}

/** The money that lost units are worth at a price. */
export const moneyAtRisk = (
  lost: UnitsRange,
  price: { readonly cents: number; readonly currency: string },
): MoneyAtRisk => ({ currency: price.currency, low: lost.low * price.cents, high: lost.high * price.cents });

/** Units of a currency that are worth about a dollar, to the order of magnitude: used for ranking only, never shown. */
const perDollar: Readonly<Record<string, number>> = { MXN: 20, BRL: 5, INR: 80 };

/** A rank for rows in several currencies: the middle of the estimate, roughly in dollars. */
export const weightOf = ({ low, high, currency }: MoneyAtRisk): number => (low + high) / 2 / (perDollar[currency] ?? 1);

/** When low and high differ by at most this share of the high, one amount is shown: it is an estimate anyway. */
const ONE_AMOUNT_WITHIN = 0.2;

/** "$640", "$430 – $780", "under $1", with at most three significant digits. The caller adds "about" and "a day". */
export function amountText({ currency, low, high }: MoneyAtRisk, locale: string): string {
  const format = formatOf(currency, locale);
  if (high < 100) return `under ${format.format(1)}`;
  const isOne = high - low <= high * ONE_AMOUNT_WITHIN;
  if (isOne) return format.format(roundTo((low + high) / 200, 3));
  return format.formatRange(Math.max(1, roundTo(low / 100, 2)), roundTo(high / 100, 2));
}

/** Marks the amount as an estimate: "about $640 a day", "under $1 a day". */
export function riskText(money: MoneyAtRisk, locale: string): string {
  const amount = amountText(money, locale);
  return `${amount.startsWith('under') ? '' : 'about '}${amount} a day`;
}

function roundTo(amount: number, digits: number): number {
  const step = 10 ** Math.max(0, Math.ceil(Math.log10(amount)) - digits);
  return Math.round(amount / step) * step;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are cached: constructing one takes longer than rendering a whole row. */
function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 });
  formats.set(key, format);
  return format;
}
