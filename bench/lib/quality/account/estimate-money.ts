import { dayMs } from '@app/shared/base/time.ts';
import { issueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { OrderDay, ProductSeries } from './account-series.ts';
import type { Alarm } from './find-alarms.ts';
import { currencyOf, salesKnownAfterMs } from './looks.ts';

/** An estimate of the money at risk a day beside the money that was lost a day, in hundredths of the currency. */
export interface Estimate {
  readonly kind: string;
  readonly product: string;
  readonly low: number;
  readonly high: number;
  readonly lost: number;
}

/** The days before an alarm whose mean is what a usual day sells, where a series does not say so itself. */
const usualDays = 28;
/** Fewer known days than this say nothing. */
const leastUsualDays = 7;
/** The days of sales that browsers get. */
const shownDays = 14;

/**
 * Returns the estimate that was shown when the alarm was raised, and the money lost on the complete days of the alarm.
 * `null` without an estimate, and if the alarm lasted no complete day in stock.
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
  return risk === null || lost === null ? null : { kind, product, low: risk.money.low, high: risk.money.high, lost };
}

function salesShownAt({ orders }: ProductSeries, at: Date) {
  const known = orders.filter(({ day, units }) => units !== null && endOf(day) + salesKnownAfterMs <= at.getTime());
  const complete = known.slice(-shownDays).toReversed();
  const sales = [{ unitsSold: 0 }, ...complete.map(({ units }) => ({ unitsSold: units ?? 0 }))];
  return { sales, ageHours: known.length === 0 ? -1 : 1 };
}

/** The mean money a day on the days of the alarm, less than on usual days. */
function lostMoney(series: ProductSeries, alarm: Alarm): number | null {
  const { orders } = series;
  const from = firstLostAt(alarm);
  const to = alarm.until?.getTime() ?? Infinity;
  const during = orders.filter(
    ({ day, units, isInStock }) => units !== null && isInStock && Date.parse(day) >= from && endOf(day) <= to,
  );
  const usual = usualUnits(orders, from);
  const usualPrice = priceAt(series, new Date(from - 1)) ?? priceAt(series, alarm.at);
  if (during.length === 0 || usualPrice === null) return null;
  const losses = during.flatMap(({ day, units, expected }) => {
    const price = priceAt(series, new Date(Date.parse(day) + dayMs / 2)) ?? usualPrice;
    const would = expected ?? usual;
    return would === null ? [] : [would * usualPrice - (units ?? 0) * price];
  });
  return losses.length === 0 ? null : losses.reduce((sum, one) => sum + one, 0) / losses.length;
}

/** A drop of sales begins before it is seen: its subject is its first day. */
const firstLostAt = ({ kind, about, at }: Alarm): number =>
  kind === 'salesDrop' && about !== null ? Date.parse(about) : at.getTime();

const endOf = (day: string): number => Date.parse(day) + dayMs;

function usualUnits(orders: readonly OrderDay[], before: number): number | null {
  const known = orders
    .filter(({ day, units, isInStock }) => units !== null && isInStock && endOf(day) <= before)
    .slice(-usualDays);
  if (known.length < leastUsualDays) return null;
  return known.reduce((sum, { units }) => sum + (units ?? 0), 0) / known.length;
}

/** The latest price that was told until then. */
const priceAt = ({ prices }: ProductSeries, at: Date): number | null =>
  prices.findLast((price) => price.at <= at && price.value !== null)?.value ?? null;
