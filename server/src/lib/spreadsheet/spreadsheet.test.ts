import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mostRows, readSpreadsheet } from './read-spreadsheet.ts';
import { columnName, UnreadableSpreadsheet, type Cell } from './spreadsheet.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';
import { unpackedBytes } from './zip-sizes.ts';

const columns = [
  { header: 'ASIN', width: 12 },
  { header: 'Days', help: 'Warn at so many days', width: 10 },
];

const write = (rows: readonly (readonly Cell[])[]) => writeSpreadsheet({ name: 'FBA Stock', columns, rows });

test('what was written is read back, text that looks like a formula too', async () => {
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

test('a file of more rows than anybody has products is refused', async () => {
  const rows = Array.from({ length: mostRows + 1 }, (_, n) => [`B0${n}`, 1]);

  await expect(readSpreadsheet(await write(rows))).rejects.toThrow('20,000 rows at most');
});

test.each([
  ['text', Buffer.from('ASIN;Days\nB0EXAMPLE1;14\n')],
  ['nothing', Buffer.alloc(0)],
  ['a zip file of something else', zipOf('hello.txt', Buffer.from('hello'))],
])('%s is refused', async (_, bytes) => {
  await expect(readSpreadsheet(bytes)).rejects.toThrow(UnreadableSpreadsheet);
});

test('a file that unpacks to far more than it weighs is refused before it is unpacked', async () => {
  const bomb = zipOf('xl/worksheets/sheet1.xml', Buffer.alloc(70_000_000));

  expect(bomb.length).toBeLessThan(100_000);
  await expect(readSpreadsheet(bomb)).rejects.toThrow('too large when unpacked');
});

test('a zip file says what it unpacks to', async () => {
  expect(unpackedBytes(zipOf('a', Buffer.alloc(1234)))).toBe(1234);
  expect(unpackedBytes(Buffer.from('no zip'))).toBeNull();
});

test('columns are named as spreadsheet programs name them', () => {
  expect([0, 25, 26, 27, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
});

/** A zip file of one entry. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
