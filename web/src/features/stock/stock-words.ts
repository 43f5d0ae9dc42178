import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import type { StockRow } from './stock-rows.ts';
import { formatDate } from '@app/shared/base/format-date.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/**
 * Formats units per day for a column: 52.0, 8.1, 0.35, 0. The texts of the watchdogs change their digits at the same
 * rate.
 */
export function perDayFigure(perDay: number): string {
  if (perDay === 0) return '0';
  return perDay.toFixed(perDay >= 0.995 ? 1 : 2);
}

const formats = {
  near: { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' },
  year: { timeZone: 'UTC', day: 'numeric', month: 'short' },
  far: { timeZone: 'UTC', month: 'short', year: 'numeric' },
  past: { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' },
} as const;

/**
 * The limits in days within which a date shows the weekday, the day of the month, and the month and year: more exact
 * dates would promise too much for an estimate.
 */
const nearDays = 35;
const yearDays = 330;
const mostDays = 3650;

/** The day at the marketplace on which the last unit is sold. */
export function emptyOnText(row: StockRow, now: number): string {
  const { daysLeft } = row;
  if (daysLeft === null || daysLeft === 0) return '';
  return daysLeft > mostDays ? tooFar : dayText(row, now, daysLeft);
}

const tooFar = 'in over ten years';

/** The marketplace's day after `inDays` days in a sentence: "on Mon 24 Nov", "in Mar 2028", "in over ten years". */
export function whenText(row: StockRow, now: number, inDays: number): string {
  if (inDays > mostDays) return tooFar;
  return `${inDays > yearDays ? 'in' : 'on'} ${dayText(row, now, inDays)}`;
}

/** The marketplace's day after `inDays` days: "Mon 24 Nov", "28 Dec", "Mar 2028". */
function dayText({ product }: StockRow, now: number, inDays: number): string {
  const day = addDays(dayAt(product.marketplace, new Date(now)), inDays);
  const { near, year, far } = formats;
  const format = inDays <= nearDays ? near : inDays <= yearDays ? year : far;
  return formatDate(new Date(`${day}T12:00:00Z`), format).replace(',', '');
}

/** The day since which the product is out of stock: "since 18 Nov", and with the year after about a year. */
export function emptySinceText({ units, state, item, product }: StockRow, now: number): string {
  if (units !== 0 || state !== 'out' || !item?.date) return '';
  const at = Date.parse(item.date);
  const format = now - at > yearDays * dayMs ? formats.past : formats.year;
  return `since ${formatDate(new Date(`${dayAt(product.marketplace, new Date(at))}T12:00:00Z`), format)}`;
}

/** The text in place of a bar whose length is unknown. */
export function noRunwayText({ product, pace, units }: StockRow): string | null {
  if (units === 0) return null;
  if (product.ageHours === -1 || pace === null) return 'Sales data not avail. yet';
  if (units === null) return 'Stock not known yet';
  return pace.sold === 0 ? `None sold in ${pace.days === 1 ? 'the last day' : `${pace.days} days`}` : null;
}

const unitsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'unit' : 'units'}`;
const days = (count: number): string => `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`;

/** "105 units at 3.4 a day last 30 days, until Sun 20 Dec." */
export function lastsText(row: StockRow, now: number): string {
  const none = noRunwayText(row);
  if (none !== null) return `${none}.`;
  if (row.units === null || row.units === 0 || row.perDay === null) return 'Out of Stock.';
  const until = emptyOnText(row, now);
  const end = until === tooFar ? ', over ten years' : until && `, until ${until}`;
  return `${unitsText(row.units)} at ${perDayFigure(row.perDay)} a day: ${days(row.daysLeft ?? 0)} left${end}.`;
}

/** Returns the content of the bar as text. */
export function runwayText({ units, daysLeft, daysOnTheWay, product, thresholds }: StockRow): string {
  const inbound = product.inboundQty ?? 0;
  return [
    units === 0 ? 'Out of Stock' : daysLeft === null ? '' : `${days(daysLeft)} left`,
    inbound === 0 ? '' : `${formatCount(inbound)} on the way`,
    inbound > 0 && daysOnTheWay !== null ? `for ${days(daysOnTheWay)} more` : '',
    thresholds.alertDays === null ? '' : `alert at ${days(thresholds.alertDays)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The text of the column "Alert at": the most urgent threshold. */
interface AlertAt {
  readonly text: string;
  /** The default that the threshold comes from; `undefined` for the product's own threshold. */
  readonly origin: string | undefined;
}

/** Returns `null` if the product has neither a threshold nor the setting "no threshold". */
export function alertAtOf({ thresholds, ownThresholds, defaults, shipper }: StockRow): AlertAt | null {
  const { alertDays, warningDays, alertUnits } = thresholds;
  const alertAt = (name: keyof typeof thresholds, text: string): AlertAt => ({
    text,
    origin: ownThresholds[name] === null ? defaults[name]?.origin : undefined,
  });
  const inUnits = alertUnits === null ? null : alertAt('alertUnits', unitsText(alertUnits));
  if (shipper === 'own' && inUnits) return inUnits;
  if (alertDays !== null) return alertAt('alertDays', days(alertDays));
  if (warningDays !== null) return alertAt('warningDays', `warn ${days(warningDays)}`);
  const isUnwanted = ownThresholds[shipper === 'own' ? 'alertUnits' : 'alertDays'] === NO_THRESHOLD;
  return inUnits ?? (isUnwanted ? { text: 'None', origin: undefined } : null);
}
