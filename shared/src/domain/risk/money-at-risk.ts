/** A loss per day between two amounts, in the smallest unit of the currency. */
export interface MoneyAtRisk {
  readonly currency: string;
  readonly low: number;
  readonly high: number;
}

export interface SalesHistory {
  /** The units sold per day. Index 0 is today, which is not complete yet. */
  readonly sales: readonly { readonly unitsSold: number }[];
  /** The age of the sales data in hours; -1 while no sales data is known. */
  readonly ageHours: number;
  /** The total of the weeks before the days in `sales`; only given if `sales` contains no sale. */
  readonly earlierSales?: { readonly units: number; readonly days: number } | null;
}

/** If fewer complete days than this precede the event, the days since the event count too. */
const FEWEST_DAYS = 5;

/**
 * The median of units sold on the complete days before the event, which began `daysSince` days ago. `null` for a
 * product that sells on fewer than half of the days, and while its sales are unknown.
 */
export function usualUnits({ sales, ageHours }: SalesHistory, daysSince = 0): number | null {
  if (ageHours < 0) return null;
  const complete = sales.slice(1).map(({ unitsSold }) => unitsSold);
  const before = complete.slice(Math.max(0, daysSince));
  const days = before.length >= FEWEST_DAYS ? before : complete;
  if (days.length < FEWEST_DAYS) return null;
  const median = medianOf(days);
  return median > 0 ? median : null;
}

export interface UnitsRange {
  readonly low: number;
  readonly high: number;
}

/** With fewer complete days than this, usual sales cannot be estimated. */
const LEAST_DAYS = 3;
/**
 * If the median is at least this many units, it is used instead of the mean, because a promotion affects it less. The
 * median of smaller counts is off by up to a half.
 */
const MEDIAN_FROM = 5;
/** The number of days ahead over which the estimate is averaged. */
const AHEAD_DAYS = 7;
/** The assumed change of demand within weeks, as a share of the usual sales. */
const DRIFT = 0.1;

/**
 * Estimates the units that would sell per day without the event, averaged over the next week. The true value is within
 * the range in two of three cases. For a product without a sale in the last weeks, the weeks before that are used.
 * Returns `null` if nothing was sold or the sales are unknown.
 */
export function likelyUnits(history: SalesHistory, daysSince = 0): UnitsRange | null {
  if (history.ageHours < 0) return null;
  const { sales, earlierSales: earlier } = history;
  const days = sales.length - firstDayOf(sales.length, daysSince);
  const { sum, most } = sumOf(sales, days);
  const mean = sum / days;
  if (days >= LEAST_DAYS && mean > 0) {
    const median = most < MEDIAN_FROM ? 0 : medianOf(sales.slice(-days).map(({ unitsSold }) => unitsSold));
    const variance = squaresOf(sales, days, mean) / (days - 1);
    return rangeAround(median >= MEDIAN_FROM ? median : mean, { variance, days });
  }
  if (!earlier || earlier.days < LEAST_DAYS) return null;
  return rangeAround(earlier.units / earlier.days, { variance: 0, days: earlier.days });
}

/**
 * Returns the index of the latest complete day that counts: the day before the event, or yesterday if too few days
 * precede the event.
 */
function firstDayOf(length: number, daysSince: number): number {
  const before = 1 + Math.max(0, daysSince);
  return length - before >= FEWEST_DAYS ? before : 1;
}

/**
 * Returns the sum and the largest of the last `days` entries. It loops, because thousands of products are weighed in a
 * row.
 */
function sumOf(sales: SalesHistory['sales'], days: number) {
  let [sum, most] = [0, 0];
  for (let at = sales.length - days; at < sales.length; at += 1) {
    const { unitsSold } = sales[at] ?? noSale;
    sum += unitsSold;
    if (unitsSold > most) most = unitsSold;
  }
  return { sum, most };
}

function squaresOf(sales: SalesHistory['sales'], days: number, mean: number): number {
  let sum = 0;
  for (let at = sales.length - days; at < sales.length; at += 1) sum += ((sales[at] ?? noSale).unitsSold - mean) ** 2;
  return sum;
}

const noSale = { unitsSold: 0 };

/** The variance is at least the mean, because orders that arrive at random have a variance equal to their mean. */
function rangeAround(
  usual: number,
  { variance, days }: { readonly variance: number; readonly days: number },
): UnitsRange {
  const error = Math.sqrt(Math.max(variance, usual) * (1 / days + 1 / AHEAD_DAYS) + (DRIFT * usual) ** 2);
  return { low: Math.max(0, usual - error), high: usual + error };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Converts lost units to the money that they are worth at a price. */
export const moneyAtRisk = (
  lost: UnitsRange,
  price: { readonly cents: number; readonly currency: string },
): MoneyAtRisk => ({ currency: price.currency, low: lost.low * price.cents, high: lost.high * price.cents });

/** How many units of a currency are worth about one dollar. Used for ranking only and never shown; 1 if not listed. */
const perDollar: Readonly<Record<string, number>> = { MXN: 20, BRL: 5, INR: 80 };

/** Returns a number to rank amounts in different currencies: the middle of the estimate, roughly in dollars. */
export const weightOf = ({ low, high, currency }: MoneyAtRisk): number => (low + high) / 2 / (perDollar[currency] ?? 1);

/**
 * If low and high differ by at most this share of high, a single amount is shown, because both are estimates anyway.
 */
const ONE_AMOUNT_WITHIN = 0.2;

/** "$640", "$430 – $780", "under $1", with at most three significant digits. The caller adds "about" and "a day". */
export function amountText({ currency, low, high }: MoneyAtRisk, locale: string): string {
  const format = formatOf(currency, locale);
  if (high < 100) return `under ${format.format(1)}`;
  const isOne = high - low <= high * ONE_AMOUNT_WITHIN;
  if (isOne) return format.format(roundTo((low + high) / 200, 3));
  const [least, most] = [Math.max(1, roundTo(low / 100, 2)), roundTo(high / 100, 2)];
  // A range of two equal amounts would be written with a sign for "about".
  return least === most ? format.format(most) : format.formatRange(least, most);
}

/** Returns the word that marks an amount as an estimate: "about ", but nothing before "under $1". */
export const aboutOf = (amount: string): string => (amount.startsWith('under') ? '' : 'about ');

/** Marks the amount as an estimate: "about $640 a day", "under $1 a day". */
export function riskText(money: MoneyAtRisk, locale: string): string {
  const amount = amountText(money, locale);
  return `${aboutOf(amount)}${amount} a day`;
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
