import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../server/testing/database/database.ts';
import { openTestDb } from '../../../../server/testing/database/factories.ts';
import { benchAccount } from './bench-account.ts';
import { generateAccount } from './generate-account.ts';
import { readSeries } from './read-series.ts';
import { SeriesError } from './read-table.ts';
import { writeSeries } from './write-series.ts';

const database = testDatabase();
const folderOf = (): string => mkdtempSync(join(tmpdir(), 'series-'));
const small = generateAccount({ products: 12, days: 4, seed: 'i' });

/**
 * Writes a series of one product together with these files, and returns the message with which the series is refused.
 */
function refusalOf(files: Readonly<Record<string, string>>): string {
  const folder = folderOf();
  const all = { 'products.csv': 'product,marketplace\nPan,US\n', ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
  try {
    readSeries(folder);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof SeriesError)) throw error;
    return error.message;
  }
}

test('a generated series is the same after it was written to a folder, and its figures are printed', async () => {
  const folder = folderOf();
  writeSeries(folder, small);
  const read = readSeries(folder);
  expect(read).toEqual(small);
  expect(read.incidents?.length).toBeGreaterThan(3);

  const db = openTestDb(database.workerUrl);
  const lines: string[] = [];
  await benchAccount(read, { db, say: (line) => lines.push(line) });
  await db.close();
  expect(lines[0]).toBe('12 products, 5 days');
  expect(lines.at(-2)).toMatch(/^false alarms told, \w+ the most: \d\.\d{3} per product and month \(goal ≤ 0\.1\)$/);
  expect(lines.at(-1)).toMatch(/^messages a day for 12 products: \d+\.\d, \d+\.\d before \(goal ≤ 10 for 700\)$/);
});

test.each([
  [
    { 'orders.csv': 'product,day,units\nPan,2026-03-01,3.5\n' },
    'orders.csv, line 2: units "3.5" cannot be read: write a whole number, 0 or more, without separators',
  ],
  [{ 'orders.csv': 'product,day\nPan,2026-03-01\n' }, 'orders.csv, line 1: the column units is missing: add it'],
  [
    { 'orders.csv': 'product,day,units,note\n' },
    /^orders\.csv, line 1: nothing is known about the column note: remove it/,
  ],
  [
    { 'orders.csv': 'product,day,units\nPan,2026-02-30,3\n' },
    'orders.csv, line 2: day "2026-02-30" cannot be read: write a day such as 2026-03-01',
  ],
  [
    { 'orders.csv': 'product,day,units\nPan,2026-03-02,3\nPan,2026-03-01,3\n' },
    'orders.csv, line 3: not later than the row of Pan before it: sort by time and remove doubles',
  ],
  [
    { 'orders.csv': 'product,day,units\nPan,2026-03-02\n' },
    'orders.csv, line 2: 2 cells under 3 columns: write one cell for each column',
  ],
  [
    { 'prices.csv': 'product,at,price\nPot,2026-03-01T10:00Z,34.90\n' },
    'prices.csv, line 2: the product Pot is not in products.csv: add it there',
  ],
  [
    { 'prices.csv': 'product,at,price\nPan,yesterday,34.90\n' },
    /at "yesterday" cannot be read: write an instant such as 2026-03-01T14:30Z, or a day$/,
  ],
  [
    { 'ratings.csv': 'product,at,stars,ratings\nPan,2026-03-01,6.1,3\n' },
    /stars "6\.1" cannot be read: write stars from 1 to 5/,
  ],
  [
    { 'incidents.csv': 'product,kind,from,to\nPan,lostBox,2026-03-01,2026-03-02\n' },
    /kind "lostBox" cannot be read: write one of .*lostBuybox/,
  ],
  [
    { 'incidents.csv': 'product,kind,from,to\nPan,price,2026-03-02,2026-03-01\n' },
    'incidents.csv, line 2: it ends before it begins: exchange from and to',
  ],
  [
    { 'products.csv': 'product,marketplace\nPan,US\nPan,DE\n' },
    'products.csv, line 3: Pan was named before: remove one of the lines',
  ],
])('a folder with %j is refused with place, reason and remedy', (files, message) => {
  expect(refusalOf(files)).toMatch(message);
});

test('looks and days that did not tell are empty cells, days without a row are not known', () => {
  const folder = folderOf();
  writeSeries(folder, small);
  const name = small.products[0]?.product ?? '';
  const last = small.products[0]?.orders.at(-1)?.day ?? '';
  const later = new Date(Date.parse(last) + 2 * 86_400_000).toISOString().slice(0, 10);
  const path = join(folder, 'orders.csv');
  const others = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith(name));
  writeFileSync(path, others.join('\n'));
  appendFileSync(path, `${name},${last},4,,\n${name},${later},,no,\n`);

  expect(readSeries(folder).products[0]?.orders).toEqual([
    { day: last, units: 4, isInStock: true, expected: null },
    expect.objectContaining({ units: null, isInStock: true }),
    { day: later, units: null, isInStock: false, expected: null },
  ]);
});
