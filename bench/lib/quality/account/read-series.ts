import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, daysFrom } from '@app/shared/base/calendar-day.ts';
import type { AccountSeries, OrderDay, DatedValue } from './account-series.ts';
import { Problems, readTable, SeriesError } from './read-table.ts';
import { seriesFiles } from './series-files.ts';

/** Reads the files of a folder. Throws a `SeriesError` that lists the lines which cannot be read. */
export function readSeries(folder: string): AccountSeries {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new SeriesError(
      `There is no folder ${folder}: name one with products.csv and the files of docs/alert-series.md`,
    );
  }
  const pathOf = (name: keyof typeof seriesFiles): string => join(folder, seriesFiles[name].file);
  if (!existsSync(pathOf('products'))) {
    throw new SeriesError(
      `${pathOf('products')} is missing: write a line for each product, as docs/alert-series.md says`,
    );
  }
  const problems = new Problems();
  const products = readTable(pathOf('products'), seriesFiles.products, problems);
  const named = new Set<string>();
  for (const { product, line } of products) {
    if (named.has(product))
      problems.add({ file: seriesFiles.products.file, line }, `${product} was named before: remove one of the lines`);
    named.add(product);
  }
  const group = <R extends TimedRow>(name: SeriesName, rows: readonly R[]): ReadonlyMap<string, readonly R[]> =>
    groupRows(rows, { file: seriesFiles[name].file, named, problems });
  const buyBox = group('buyBox', withTimes(readTable(pathOf('buyBox'), seriesFiles.buyBox, problems)));
  const sellers = group('sellers', withTimes(readTable(pathOf('sellers'), seriesFiles.sellers, problems)));
  const prices = group('prices', withTimes(readTable(pathOf('prices'), seriesFiles.prices, problems)));
  const ratings = group('ratings', withTimes(readTable(pathOf('ratings'), seriesFiles.ratings, problems)));
  const orders = group(
    'orders',
    readTable(pathOf('orders'), seriesFiles.orders, problems).map((row) => ({ ...row, time: Date.parse(row.day) })),
  );
  const incidents = readTable(pathOf('incidents'), seriesFiles.incidents, problems);
  for (const { product, from, to, line } of incidents) {
    const place = { file: seriesFiles.incidents.file, line };
    if (!named.has(product)) problems.add(place, unknownProduct(product));
    if (to < from) problems.add(place, 'it ends before it begins: exchange from and to');
  }
  problems.settle();
  return {
    products: products.map(({ product, marketplace, brand }) => ({
      product,
      marketplace,
      brand,
      buyBox: seenIn(buyBox.get(product), ({ holder }) => holder),
      sellers: seenIn(sellers.get(product), (row) => row.sellers),
      prices: seenIn(prices.get(product), ({ price }) => price),
      ratings: seenIn(ratings.get(product), ({ stars, ratings: count }) =>
        stars === null ? null : { tenths: stars, count },
      ),
      orders: withoutGaps(
        (orders.get(product) ?? []).map((row) => ({
          day: row.day,
          units: row.units,
          isInStock: row.in_stock ?? true,
          expected: row.expected,
        })),
      ),
    })),
    incidents: existsSync(pathOf('incidents'))
      ? incidents.map(({ product, kind, from, to }) => ({ product, kind, from, to }))
      : null,
  };
}

const seenIn = <R extends { readonly at: Date }, T>(
  rows: readonly R[] | undefined,
  valueOf: (row: R) => T | null,
): DatedValue<T>[] => (rows ?? []).map((row) => ({ at: row.at, value: valueOf(row) }));

type SeriesName = Exclude<keyof typeof seriesFiles, 'products' | 'incidents'>;

interface TimedRow {
  readonly product: string;
  readonly line: number;
  readonly time: number;
}

const withTimes = <R extends { readonly at: Date }>(rows: readonly R[]): (R & { readonly time: number })[] =>
  rows.map((row) => ({ ...row, time: row.at.getTime() }));

const unknownProduct = (product: string): string =>
  `the product ${product} is not in ${seriesFiles.products.file}: add it there`;

interface GroupingOptions {
  readonly file: string;
  readonly named: ReadonlySet<string>;
  readonly problems: Problems;
}

/** Groups rows by product. The rows of a product must be sorted by time. */
function groupRows<R extends TimedRow>(
  rows: readonly R[],
  { file, named, problems }: GroupingOptions,
): ReadonlyMap<string, R[]> {
  const groups = Map.groupBy(rows, ({ product }) => product);
  for (const [product, ofProduct] of groups) {
    const first = ofProduct[0];
    if (first && !named.has(product)) problems.add({ file, line: first.line }, unknownProduct(product));
    for (const [index, { time, line }] of ofProduct.entries()) {
      if (time <= (ofProduct[index - 1]?.time ?? -Infinity)) {
        problems.add({ file, line }, `not later than the row of ${product} before it: sort by time and remove doubles`);
      }
    }
  }
  return groups;
}

/** Fills the days between two rows with days whose sales are unknown. */
function withoutGaps(days: readonly OrderDay[]): OrderDay[] {
  return days.flatMap((one, index) => {
    const next = days[index + 1];
    if (!next) return [one];
    const missing = daysFrom(one.day, next.day) - 1;
    const gap = Array.from({ length: missing }, (_, after) => ({
      day: addDays(one.day, after + 1),
      units: null,
      isInStock: true,
      expected: null,
    }));
    return [one, ...gap];
  });
}
