import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readSpreadsheet } from './read-spreadsheet.ts';
import type { Cell } from './spreadsheet.ts';
import { streamSpreadsheet } from './stream-spreadsheet.ts';

const columns = [
  { header: 'ASIN', width: 12 },
  { header: 'Day', width: 11 },
  { header: 'Units', width: 8 },
];

async function* rowsOf(count: number): AsyncGenerator<readonly Cell[]> {
  for (let row = 0; row < count; row += 1) yield [`B0${row}`, new Date(Date.UTC(2026, 5, 15)), row === 0 ? null : row];
}

test('a streamed sheet is read back by another reader, with dates as dates and unknown numbers as empty cells', async () => {
  const bytes = await buffer(streamSpreadsheet({ name: 'Sales', columns, rows: rowsOf(2) }));

  const { name, rows } = await readSpreadsheet(bytes);

  expect(name).toBe('Sales');
  const day = new Date(Date.UTC(2026, 5, 15));
  expect(rows.map(({ cells }) => [...cells])).toEqual([
    ['ASIN', 'Day', 'Units'],
    ['B00', day],
    ['B01', day, 1],
  ]);
});

test('rows beyond the limit of a sheet continue on further sheets with the same header', async () => {
  const bytes = await buffer(streamSpreadsheet({ name: 'Sales', columns, rows: rowsOf(7), rowsPerSheet: 4 }));

  const { sheets } = await readXlsx(bytes);

  expect(sheets.map(({ name }) => name)).toEqual(['Sales', 'Sales_2', 'Sales_3']);
  expect(sheets.map(({ rows }) => rows.map(([asin]) => asin))).toEqual([
    ['ASIN', 'B00', 'B01', 'B02'],
    ['ASIN', 'B03', 'B04', 'B05'],
    ['ASIN', 'B06'],
  ]);
});

test('a reader that fails ends the rows', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<readonly Cell[]> {
    try {
      for (let row = 0; ; row += 1) yield [`B0${row}`, null, Math.sin(row)];
    } finally {
      isEnded = true;
    }
  }

  for await (const chunk of streamSpreadsheet({ name: 'Sales', columns, rows: endless() })) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }

  expect(isEnded).toBe(true);
});
