import { expect, test } from 'vitest';
import { AppError } from '@app/shared/base/errors.ts';
import { readCsv } from './csv.ts';
import { spreadsheetLimits } from './limits.ts';
import type { ReadRow } from './spreadsheet.ts';

function read(file: string | Buffer): readonly ReadRow[] {
  const rows: ReadRow[] = [];
  readCsv(Buffer.from(file), (row) => rows.push(row));
  return rows;
}

const rowsOf = (file: string | Buffer) => read(file).map(({ cells }) => cells);

const sheet = [
  ['ASIN', 'Name'],
  ['0439023521', 'Kessel, 1 l; „grün“'],
];
const quoted = (delimiter: string, end = '\r\n') =>
  sheet.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join(end);

test.each([
  ['commas', Buffer.from(quoted(','))],
  ['semicolons, as a German Excel writes', Buffer.from(quoted(';'))],
  ['tabs and lines of Unix', Buffer.from(quoted('\t', '\n'))],
  ['a byte order mark', Buffer.from(`\u{feff}${quoted(',')}`)],
  ['UTF-16, as "Unicode text" of Excel', Buffer.from(`\u{feff}${quoted('\t')}`, 'utf16le')],
  ['the first line of Excel that names the delimiter', Buffer.from(`sep=;\r\n${quoted(';')}`)],
])('a text file with %s is read', (_, file) => {
  expect(rowsOf(file)).toEqual(sheet);
});

test('a text file in the code page of Windows is read', () => {
  expect(rowsOf(Buffer.from('ASIN;Name\r\nB01;Gr\xFCn', 'latin1'))).toEqual([
    ['ASIN', 'Name'],
    ['B01', 'Grün'],
  ]);
});

test('rows are numbered as spreadsheet programs show them, with empty ones and line breaks in cells', () => {
  expect(read('a\n\n"b\nc"\n,,\nd').map(({ number }) => number)).toEqual([1, 3, 5]);
});

test('a text that was made harmless in an export is itself again', () => {
  expect(rowsOf("'=1+1,'plain")).toEqual([['=1+1', "'plain"]]);
});

const codeOf = (file: string | Buffer): string => {
  try {
    read(file);
    return 'read';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

test.each([
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'notSpreadsheet'],
  ['more rows than a sheet can have', 'a,b\n'.repeat(spreadsheetLimits.rows + 1), 'spreadsheetTooLarge'],
  ['more columns', `${'x,'.repeat(spreadsheetLimits.columns)}x`, 'spreadsheetTooLarge'],
  ['5 MB of commas', ','.repeat(5_000_000), 'spreadsheetTooLarge'],
  ['5 MB in one cell', 'x'.repeat(5_000_000), 'spreadsheetTooLarge'],
  ['a quote without end', `"${'x\n'.repeat(400_000)}`, 'spreadsheetTooLarge'],
  ['more lines than a sheet can have', `a${'\n'.repeat(1_100_000)}b`, 'spreadsheetTooLarge'],
  ['nothing', '', 'notSpreadsheet'],
  ['only spaces', ' \r\n \r\n', 'notSpreadsheet'],
  ['a short quote without end', '"abc', 'notSpreadsheet'],
])('%s: refused, or read', (_, file, code) => {
  expect(codeOf(file)).toBe(code);
});
