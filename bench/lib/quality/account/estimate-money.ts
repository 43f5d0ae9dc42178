import { dayMs } from '@app/shared/base/time.ts';
import { issueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { OrderDay, ProductSeries } from './account-series.ts';
import type { Alarm } from './find-alarms.ts';
import { currencyOf, salesKnownAfterMs } from './looks.ts';

/** The estimated money at risk a day, and the money that was really lost a day, in hundredths of the currency. */
export interface Estimate {
  readonly kind: string;
  readonly product: string;
  readonly low: number;
  readonly high: number;
  readonly lost: number;
  /**
   * Whether the estimated loss is large enough to be distinguished from random variation of the sales on these days.
   */
  readonly isVisible: boolean;
}

/**
 * The number of days before an alarm whose mean counts as a usual day, if the series does not contain the expected
 * units.
 */
const usualDays = 28;
/** No loss is computed if fewer days than this are known. */
const leastUsualDays = 7;
/** A loss is visible in sales if it is at least this multiple of their standard deviation. */
const visibleDeviations = 2;
/** The number of days whose sales are sent to browsers. */
const shownDays = 14;
/** The number of days whose total sales are sent to browsers, for a product without sales in the last 14 days. */
const earlierDays = 120;

/**
 * Returns the estimate that was shown when the alarm was raised, and the money lost on the complete days of the alarm.
 * Returns `null` if there is no estimate, or if the alarm lasted no complete day in stock.
 */
export function estimateMoney(series: ProductSeries, alarm: Alarm): Estimate | null {
  const { kind, product, at, status, figures } = alarm;
  const cents = priceAt(series, at);
  if (cents === null) return null;
  const price = { cents, currency: currencyOf(series.marketplace) };
  const risk = issueRisk({
    type: kind,
    item: { status, date: at.toISOString(), figures },
    product: { ...salesShownAt(series, at), price, inStockQty: null, fbmQty: null, adSpend: null },
    now: at.getTime(),
  });
  const lost = lostMoney(series, alarm);
  if (risk === null || lost === null) return null;
  const { low, high } = risk.money;
  const deviation = (Math.sqrt(lost.usualUnits * lost.days) * cents) / lost.days;
  const isVisible = (low + high) / 2 >= visibleDeviations * deviation;
  return { kind, product, low, high, lost: lost.perDay, isVisible };
}

function salesShownAt({ orders }: ProductSeries, at: Date) {
  const known = orders.filter(({ day, units }) => units !== null && endOf(day) + salesKnownAfterMs <= at.getTime());
  const complete = known.slice(-shownDays).toReversed();
  const sales = [{ unitsSold: 0 }, ...complete.map(({ units }) => ({ unitsSold: units ?? 0 }))];
  const earlier = known.slice(-earlierDays, -shownDays);
  const first = earlier.findIndex(({ units }) => units !== 0);
  const sold = earlier.slice(first).map(({ units }) => units ?? 0);
  const earlierSales = first === -1 ? null : { units: sumOf(sold), days: sold.length };
  return { sales, earlierSales, ageHours: known.length === 0 ? -1 : 1 };
}

const sumOf = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

interface Loss {
  /** The mean money lost a day, compared with usual days. */
  readonly perDay: number;
  readonly days: number;
  readonly usualUnits: number;
}

function lostMoney(series: ProductSeries, alarm: Alarm): Loss | null {
  const { orders } = series;
  const { from, to } = lossTimes(alarm);
  const usual = usualUnits(orders, from);
  const usualPrice = priceAt(series, new Date(from - 1)) ?? priceAt(series, alarm.at);
  const during = orders.flatMap(({ day, units, isInStock, expected }) => {
    const would = expected ?? usual;
    if (units === null || !isInStock || Date.parse(day) < from || endOf(day) > to || would === null) return [];
    const price = priceAt(series, new Date(Date.parse(day) + dayMs / 2)) ?? usualPrice ?? 0;
    return [{ would, lost: would * (usualPrice ?? price) - units * price }];
  });
  if (during.length === 0 || usualPrice === null) return null;
  return {
    perDay: sumOf(during.map(({ lost }) => lost)) / during.length,
    days: during.length,
    usualUnits: sumOf(during.map(({ would }) => would)) / during.length,
  };
}

/**
 * Returns the time in which money is lost. A sales drop begins before its alarm, on the day that is its subject, and
 * ends before the day on which sales are normal again.
 */
function lossTimes({ kind, about, at, until }: Alarm): { readonly from: number; readonly to: number } {
  const to = until?.getTime() ?? Infinity;
  if (kind !== 'salesDrop' || about === null) return { from: at.getTime(), to };
  return { from: Date.parse(about), to: to - salesKnownAfterMs - dayMs };
}

const endOf = (day: string): number => Date.parse(day) + dayMs;

function usualUnits(orders: readonly OrderDay[], before: number): number | null {
  const known = orders
    .filter(({ day, units, isInStock }) => units !== null && isInStock && endOf(day) <= before)
    .slice(-usualDays);
  if (known.length < leastUsualDays) return null;
  return sumOf(known.map(({ units }) => units ?? 0)) / known.length;
}

/** Returns the latest known price at this time. */
const priceAt = ({ prices }: ProductSeries, at: Date): number | null =>
  prices.findLast((price) => price.at <= at && price.value !== null)?.value ?? null;
