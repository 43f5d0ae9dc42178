import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachDay } from '@app/shared/base/calendar-day.ts';
import type { SalesFacts } from '@app/shared/watchdogs/facts/observations.ts';

const folder = join(import.meta.dirname, '../../../../shared/reference/captures/series');

/** Real sales in units per day. */
export interface Series {
  readonly name: string;
  readonly marketplace: string;
  readonly days: readonly string[];
  readonly units: readonly number[];
  /** Days without data; they count as out of stock. */
  readonly isUnknown: readonly boolean[];
}

export interface RealSeries {
  readonly amazonIndia: readonly Series[];
  readonly walmart: readonly Series[];
  /** Thousands of rides per day, with the labelled periods of unusual days (drops and peaks). */
  readonly taxi: { readonly series: Series; readonly labelled: readonly (readonly [from: string, to: string])[] };
  /** Events of the Walmart calendar by day, such as "Christmas". */
  readonly events: ReadonlyMap<string, string>;
}

/** Loads the series; `null` if the captures are not available. */
export function loadRealSeries(): RealSeries | null {
  if (!existsSync(folder)) return null;
  return {
    amazonIndia: amazonIndia(rowsOf('amazon-in-orders-daily-by-category-size.csv')),
    walmart: walmart(rowsOf('m5-walmart-10-items-daily.csv')),
    taxi: { series: taxi(rowsOf('nab-nyc_taxi.csv')), labelled: taxiLabels() },
    events: new Map(rowsOf('m5-calendar.csv').flatMap((row) => (row[7] ? [[row[0] ?? '', row[7]] as const] : []))),
  };
}

const rowsOf = (file: string): string[][] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd().split(','));

/** The export's first and last days are incomplete, and the first twelve days of each month are missing. */
function amazonIndia(rows: readonly string[][]): Series[] {
  const sold = new Map<string, Map<string, number>>();
  for (const [day = '', category, size, , units] of rows.slice(1)) {
    const name = `${category} ${size}`;
    const ofName = sold.get(name) ?? new Map<string, number>();
    sold.set(name, ofName.set(day, Number(units)));
  }
  const knownDays = [...new Set(rows.slice(1).map(([day = '']) => day))].toSorted().slice(1, -1);
  const days = eachDay(knownDays[0] ?? '', knownDays.at(-1) ?? '');
  const known = new Set(knownDays);
  return [...sold].map(([name, units]) => ({
    name,
    marketplace: 'IN',
    days,
    units: days.map((day) => units.get(day) ?? 0),
    isUnknown: days.map((day) => !known.has(day)),
  }));
}

function walmart([header = [], ...rows]: readonly string[][]): Series[] {
  const days = rows.map(([day = '']) => day);
  return header.slice(1).map((name, index) => ({
    name,
    marketplace: 'US',
    days,
    units: rows.map((row) => Number(row[index + 1])),
    isUnknown: days.map(() => false),
  }));
}

function taxi(rows: readonly string[][]): Series {
  const rides = new Map<string, number>();
  for (const [instant = '', count] of rows.slice(1)) {
    const day = instant.slice(0, 10);
    rides.set(day, (rides.get(day) ?? 0) + Number(count));
  }
  const days = [...rides.keys()];
  return {
    name: 'taxi rides',
    // India has no holiday calendar in the product, so the labelled holidays can be detected.
    marketplace: 'IN',
    days,
    units: [...rides.values()].map((count) => Math.round(count / 1000)),
    isUnknown: days.map(() => false),
  };
}

function taxiLabels(): [string, string][] {
  const windows = JSON.parse(readFileSync(join(folder, 'nab-combined_windows.json'), 'utf8')) as Record<
    string,
    [string, string][]
  >;
  const labelled = windows['realKnownCause/nyc_taxi.csv'] ?? [];
  return labelled.map(([from, to]) => [from.slice(0, 10), to.slice(0, 10)]);
}

/** Returns the sales facts on the morning after a day, with the units of the last days replaced by `planted`. */
export function factsThrough(series: Series, index: number, planted: readonly number[] = []): SalesFacts {
  const from = Math.max(0, index + 1 - 120);
  const units = series.units.slice(from, index + 1);
  return {
    through: series.days[index] ?? '',
    units: [...units.slice(0, units.length - planted.length), ...planted],
    outOfStock: series.isUnknown.slice(from, index + 1),
  };
}
