import { expect, test } from 'vitest';
import {
  relationsXml,
  sheetXml,
  stringsXml,
  stylesXml,
  workbookXml,
  xlsxEntries,
  xlsxFile,
} from '../../../testing/spreadsheets/xlsx-file.ts';
import { zipFile } from '../../../testing/spreadsheets/zip-file.ts';
import { readFirstSheet } from './first-sheet.ts';
import type { ReadRow } from './spreadsheet.ts';

async function read(bytes: Uint8Array) {
  const rows: ReadRow[] = [];
  const name = await readFirstSheet(bytes, (row) => rows.push(row));
  return { name, rows, cells: rows.map(({ cells }) => cells) };
}

test('Excel: shared strings, runs of formatted text and formulas', async () => {
  const sharedStrings = stringsXml(
    '<si><t>ASIN</t></si><si><t xml:space="preserve"> Days </t></si><si><r><t>B0</t></r><r><rPr><b/></rPr><t>KETTLE</t></r><phoneticPr fontId="1"/></si>',
    'count="3" uniqueCount="3"',
  );
  const sheet = sheetXml(
    `<row r="1" spans="1:3" x14ac:dyDescent="0.25" xmlns:x14ac="x"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
     <row r="2" spans="1:3"><c r="A2" t="s"><v>2</v></c><c r="B2"><f>7*2</f><v>14</v></c><c r="C2" t="str"><f>A2&amp;""</f><v>a &amp; b</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="e"><v>#N/A</v></c></row>`,
    '<dimension ref="A1:C2"/><sheetViews><sheetView workbookViewId="0"/></sheetViews>',
    '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>',
  );

  expect((await read(xlsxFile({ sheet, sharedStrings }))).cells).toEqual([
    ['ASIN', ' Days '],
    ['B0KETTLE', 14, 'a & b', true, '#N/A'],
  ]);
});

test('programs that do not compute: a formula without its result is told apart from an empty cell', async () => {
  const sheet = sheetXml(
    `<row r="1"><c r="A1"><v>7</v></c><c r="B1"><f>A1*2</f></c><c r="C1"><f>A1*3</f><v></v></c><c r="D1"/></row>
     <row r="2"><c r="A2"><f>B2</f><v/></c></row>
     <row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3" t="str"><f>A3</f></c></row>`,
  );

  expect((await read(xlsxFile({ sheet }))).rows).toEqual([
    { number: 1, cells: [7], uncomputed: [1, 2] },
    { number: 2, cells: [], uncomputed: [0] },
    { number: 3, cells: [], uncomputed: [1] },
  ]);
});

test('Excel in Japanese: the pronunciation of a text is not part of it', async () => {
  const sharedStrings = stringsXml(
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
  );
  const sheet = sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');

  expect((await read(xlsxFile({ sheet, sharedStrings }))).cells).toEqual([['東京']]);
});

test('LibreOffice: empty rows up to the last one there is, and empty cells with a format', async () => {
  const sheet = sheetXml(
    `<row r="1" customFormat="false" ht="12.8" hidden="false" outlineLevel="0" collapsed="false"><c r="A1" s="0" t="s"><v>0</v></c><c r="AMJ1" s="0"/></row>
     <row r="1048576" customFormat="false" ht="12.8" hidden="false" outlineLevel="0" collapsed="false"/>`,
    '<sheetPr filterMode="false"/><dimension ref="A1:AMJ1048576"/>',
  );

  expect(
    (await read(xlsxFile({ sheet, sharedStrings: stringsXml('<si><t xml:space="preserve">ASIN</t></si>') }))).rows,
  ).toEqual([{ number: 1, cells: ['ASIN'] }]);
});

test('Google Sheets: targets from the root of the file and a thousand empty rows', async () => {
  const sheet = sheetXml(
    `<row r="1"><c r="B1" s="1" t="s"><v>0</v></c></row>${Array.from({ length: 999 }, (_, at) => `<row r="${at + 2}" ht="15.75" customHeight="1"><c r="B${at + 2}" s="2"/></row>`).join('')}`,
  );
  const relations = relationsXml(
    ['worksheet', '/xl/worksheets/sheet1.xml'],
    ['sharedStrings', '/xl/sharedStrings.xml'],
  );

  expect((await read(xlsxFile({ sheet, relations, sharedStrings: stringsXml('<si><t>ASIN</t></si>') }))).rows).toEqual([
    { number: 1, cells: [null, 'ASIN'] },
  ]);
});

test('Numbers and libraries: inline strings, cells without a place, names with a prefix', async () => {
  const sheet = `\u{feff}<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>ASIN</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row><x:row><x:c/><x:c t="n"><x:v>1.5E1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const workbook = `\u{feff}${workbookXml('<workbookPr/>', '<sheet name="Tabelle &amp; 1" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/>')}`;

  expect(await read(xlsxFile({ sheet, workbook }))).toMatchObject({
    name: 'Tabelle & 1',
    cells: [
      ['ASIN', 7],
      [null, 15],
    ],
  });
});

test('an ASIN stays a text where it is one, and a number where the program made it one', async () => {
  const sheet = sheetXml(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>306406152</v></c><c r="C1" t="inlineStr"><is><t>1E10</t></is></c></row>',
  );

  expect((await read(xlsxFile({ sheet, sharedStrings: stringsXml('<si><t>0306406152</t></si>') }))).cells).toEqual([
    ['0306406152', 306_406_152, '1E10'],
  ]);
});

const styles = stylesXml(
  `<numFmts count="3"><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm;@"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[Red]0.00"/></numFmts>
   <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
   <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`,
);
const styled = (value: number): string =>
  sheetXml(`<row>${[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`);

test('a number is a date where its format shows one', async () => {
  const date = new Date('2023-03-15T12:00:00Z');

  expect((await read(xlsxFile({ sheet: styled(45_000.5), styles }))).cells).toEqual([
    [45_000.5, date, date, 45_000.5, 45_000.5],
  ]);
});

test.each([
  ['1900', 1, '1900-01-01'],
  ['1900', 59, '1900-02-28'],
  ['1900', 61, '1900-03-01'],
  ['1904', 0, '1904-01-01'],
])('dates counted from %s: day %d is %s', async (from, day, expected) => {
  const workbook = workbookXml(`<workbookPr date1904="${from === '1904' ? 1 : 0}"/>`);

  const { cells } = await read(xlsxFile({ sheet: styled(day), styles, workbook }));

  expect(cells[0]?.[1]).toEqual(new Date(expected));
});

test('a date beyond the calendar stays a number', async () => {
  expect((await read(xlsxFile({ sheet: styled(1e300), styles }))).cells[0]?.[1]).toBe(1e300);
});

test('control characters that Excel escapes', async () => {
  const sheet = sheetXml('<row><c t="str"><v>a_x000D_b_x005F_x000D_</v></c></row>');

  expect((await read(xlsxFile({ sheet }))).cells).toEqual([['a\rb_x000D_']]);
});

test('entries that are not compressed, names with a backslash and in another case', async () => {
  const entries = xlsxEntries({ sheet: sheetXml('<row><c><v>1</v></c></row>') }).map((entry) => ({
    ...entry,
    isStored: true,
    name: entry.name.replaceAll('/', '\\').replace('sheet1', 'Sheet1'),
  }));

  expect((await read(zipFile(entries))).cells).toEqual([[1]]);
});
