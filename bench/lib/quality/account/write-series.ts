import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountSeries, ProductSeries } from './account-series.ts';
import { seriesFiles } from './series-files.ts';

/** Writes a series in the form that `readSeries` reads. Ids and names must not contain commas. */
export function writeSeries(folder: string, { products, incidents }: AccountSeries): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: keyof typeof seriesFiles, rows: readonly (readonly string[])[]): void => {
    const { file, columns } = seriesFiles[name];
    const lines = [Object.keys(columns), ...rows].map((cells) => cells.join(','));
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  };
  const writeEach = (name: keyof typeof seriesFiles, rowsOf: (of: ProductSeries) => readonly (readonly string[])[]) => {
    write(
      name,
      products.flatMap((of) => rowsOf(of).map((cells) => [of.product, ...cells])),
    );
  };
  write(
    'products',
    products.map(({ product, marketplace, brand }) => [product, marketplace, brand ?? '']),
  );
  writeEach('buyBox', ({ buyBox }) => buyBox.map(({ at, value }) => [timeText(at), value ?? '']));
  writeEach('sellers', ({ sellers }) => sellers.map(({ at, value }) => [timeText(at), idsText(value)]));
  writeEach('prices', ({ prices }) =>
    prices.map(({ at, value }) => [timeText(at), value === null ? '' : inUnits(value)]),
  );
  writeEach('ratings', ({ ratings }) =>
    ratings.map(({ at, value }) => [
      timeText(at),
      value === null ? '' : (value.tenths / 10).toFixed(1),
      numberText(value?.count),
    ]),
  );
  writeEach('orders', ({ orders }) =>
    orders.map(({ day, units, isInStock, expected }) => [
      day,
      numberText(units),
      isInStock ? 'yes' : 'no',
      numberText(expected),
    ]),
  );
  if (incidents !== null) {
    write(
      'incidents',
      incidents.map(({ product, kind, from, to }) => [product, kind, timeText(from), timeText(to)]),
    );
  }
}

const timeText = (at: Date): string => at.toISOString().replace('.000Z', 'Z');
const idsText = (list: readonly string[] | null): string =>
  list === null ? '' : list.length === 0 ? 'none' : list.join(' ');
const inUnits = (hundredths: number): string => (hundredths / 100).toFixed(2);
const numberText = (value: number | null | undefined): string => String(value ?? '');
