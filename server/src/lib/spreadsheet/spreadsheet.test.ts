import { expect, test } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { columnIndex, columnName, type Cell } from './spreadsheet.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

const columns = [
  { header: 'ASIN', width: 12 },
  { header: 'Days', help: 'Warn at so many days', width: 10 },
];

const write = (rows: readonly (readonly Cell[])[]) => writeSpreadsheet({ name: 'FBA Stock', columns, rows });

test('a written sheet is read back, including text that looks like a formula', async () => {
  const rows = [
    ['B0EXAMPLE1', 14],
    ['=HYPERLINK("http://x")', null],
    ['+1', 0.5],
    ["'quoted", -3],
  ] as const;

  const sheet = await readSpreadsheet(await write(rows));

  expect(sheet.name).toBe('FBA Stock');
  expect(sheet.rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(sheet.rows[0]?.cells).toEqual(['ASIN', 'Days']);
  expect(sheet.rows.slice(1).map(({ cells }) => [cells[0], cells[1] ?? null])).toEqual(rows);
});

test('columns are named as spreadsheet programs name them', () => {
  expect([0, 25, 26, 27, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
});

test('a cell reference gives its column', () => {
  expect(['A1', 'Z9', 'AA1', 'AB12', 'ZZ3', 'AAA4', 'XFD1048576'].map(columnIndex)).toEqual([
    0, 25, 26, 27, 701, 702, 16_383,
  ]);
  expect(['', 'A', '1', 'a1', 'A1B', 'ABCD1', '$A$1'].map(columnIndex)).toEqual(Array(7).fill(null));
});
