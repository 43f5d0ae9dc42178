import {
  relationsXml,
  repeated,
  sheetXml,
  stringsXml,
  stylesXml,
  workbookXml,
  xlsxEntries,
  xlsxFile,
} from './xlsx-file.ts';
import { zipFile, type ZipEntry } from './zip-file.ts';
import { cell, inlineText, oneRow, row, rows, type HostileSpreadsheet } from './hostile-spreadsheet.ts';

/** 1 kB that a parser reads quickly. */
const kilobyte = `<x>${'x'.repeat(990)}</x>`;
const gigabyte = repeated(sheetXml, kilobyte, 1_000_000);
const sheet = sheetXml(oneRow);

/** Files that are far larger after decompression. */
export const oversizedSpreadsheets = (): HostileSpreadsheet[] => [
  ['a sheet of 1 GB in 2 MB', xlsxFile({ sheet: gigabyte }), 'spreadsheetTooLarge'],
  [
    'a sheet of 1 GB that declares 1,000 bytes',
    zipFile(
      xlsxEntries({ sheet: gigabyte }).map((entry) =>
        entry.name.endsWith('sheet1.xml') ? { ...entry, declaredBytes: 1000 } : entry,
      ),
    ),
    'notSpreadsheet',
  ],
  [
    'a picture of 1 GB, which is not read',
    xlsxFile({ sheet }, [{ name: 'xl/media/image1.png', content: repeated((inner) => inner, kilobyte, 1_000_000) }]),
    1,
  ],
  ['30,000 relationships', xlsxFile({ sheet, relations: repeated(moreRelations, '<Relationship/>', 30_000) }), 1],
  ['30,000 sheets', xlsxFile({ sheet, workbook: repeated(moreSheets, '<sheet r:id="rId9"/>', 30_000) }), 1],
  [
    '70,000 cell formats',
    xlsxFile({ sheet, styles: repeated(cellFormats, '<xf numFmtId="14"/>', 70_000) }),
    'spreadsheetTooLarge',
  ],
  ['70,000 number formats', xlsxFile({ sheet, styles: stylesXml(numberFormats(70_000)) }), 'spreadsheetTooLarge'],
  [
    '210,000 shared strings',
    xlsxFile({ sharedStrings: repeated(stringsXml, '<si><t/></si>', 210_000) }),
    'spreadsheetTooLarge',
  ],
  [
    'shared strings of 50 million characters',
    xlsxFile({ sharedStrings: repeated(stringsXml, `<si><t>${'x'.repeat(30_000)}</t></si>`, 1700) }),
    'spreadsheetTooLarge',
  ],
  [
    'one long string in 200,000 cells',
    xlsxFile({
      sheet: sheetXml(rows(20_000, () => '<c t="s"><v>0</v></c>'.repeat(10))),
      sharedStrings: stringsXml(`<si><t>${'x'.repeat(32_767)}</t></si>`),
    }),
    'spreadsheetTooLarge',
  ],
  [
    'a text of 1 MB in one cell, cut by comments',
    xlsxFile({ sheet: repeated((inner) => sheetXml(inlineText(inner)), `${'x'.repeat(990)}<!-- -->`, 1000) }),
    'spreadsheetTooLarge',
  ],
  [
    'a number of 1 MB, cut by comments',
    xlsxFile({ sheet: repeated((inner) => sheetXml(row(1, cell('A1', inner))), `${'1'.repeat(990)}<!-- -->`, 1000) }),
    'spreadsheetTooLarge',
  ],
  [
    '20,001 rows',
    xlsxFile({ sheet: sheetXml(rows(20_001, (number) => cell(`A${number}`, number))) }),
    'spreadsheetTooLarge',
  ],
  ['a value in the last row there can be', xlsxFile({ sheet: sheetXml(row(1_048_576, cell('A1048576', 7))) }), 1],
  [
    'a value in the last column there can be',
    xlsxFile({ sheet: sheetXml(row(1, cell('XFD1', 7))) }),
    'spreadsheetTooLarge',
  ],
  [
    'a format in the last column of 10,000 rows',
    xlsxFile({ sheet: sheetXml(rows(10_000, formatInLastColumn)) }),
    10_000,
  ],
  [
    'a value in column 100 of 10,000 rows',
    xlsxFile({ sheet: sheetXml(rows(10_000, (at) => cell(`CV${at}`, 7))) }),
    'spreadsheetTooLarge',
  ],
  [
    'a row of a million cells',
    xlsxFile({ sheet: repeated((inner) => sheetXml(row(1, inner)), '<c/>', 1_000_000) }),
    'notSpreadsheet',
  ],
  ['a dimension of all cells', xlsxFile({ sheet: sheetXml(oneRow, '<dimension ref="A1:XFD1048576"/>') }), 1],
  [
    '50,000 merged ranges of all cells',
    xlsxFile({ sheet: repeated(mergedCells, '<mergeCell ref="A1:XFD1048576"/>', 50_000) }),
    1,
  ],
  ['50,000 entries', xlsxFile({ sheet }, entries(50_000)), 'spreadsheetTooLarge'],
  ['100,000 empty rows', xlsxFile({ sheet: repeated(sheetXml, '<row/>', 100_000) }), 0],
];

const moreRelations = (inner: string): string =>
  relationsXml(['worksheet', 'worksheets/sheet1.xml']).replace('</R', `${inner}</R`);
const moreSheets = (inner: string): string => workbookXml('', `<sheet name="Plan" r:id="rId1"/>${inner}`);
const cellFormats = (inner: string): string => stylesXml(`<cellXfs count="1">${inner}</cellXfs>`);
const numberFormats = (count: number): string =>
  Array.from({ length: count }, (_, id) => `<numFmt numFmtId="${id}" formatCode="d"/>`).join('');
const formatInLastColumn = (at: number): string => `${cell(`A${at}`, 7)}<c r="XFD${at}" s="1"/>`;
const mergedCells = (inner: string): string =>
  sheetXml(oneRow, '', `<mergeCells count="4294967295">${inner}</mergeCells>`);
const entries = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `a${at}`, content: '', isStored: true }));
