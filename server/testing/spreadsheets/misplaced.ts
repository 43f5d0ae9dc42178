import type { ErrorCode } from '@app/shared/base/errors.ts';
import { sheetXml, stringsXml, xlsxFile } from './xlsx-file.ts';
import { cell, row, type HostileSpreadsheet } from './hostile-spreadsheet.ts';

/** Files whose cells refer to positions or shared strings that do not exist. */
export const misplacedSpreadsheets = (): HostileSpreadsheet[] => [
  ...(
    [
      ['1048576', 1],
      ['1048577', 'notSpreadsheet'],
      ['4294967295', 'notSpreadsheet'],
      ['1e15', 'notSpreadsheet'],
      ['-1', 'notSpreadsheet'],
      ['0', 'notSpreadsheet'],
      ['NaN', 'notSpreadsheet'],
      ['1.5', 'notSpreadsheet'],
    ] as const
  ).map(([number, answer]) => inSheet(`a value in row ${number}`, row(number, cell('A1', 7)), answer)),
  ...(
    [
      ['CV1', 1],
      ['CW1', 'spreadsheetTooLarge'],
      ['XFD1', 'spreadsheetTooLarge'],
      ['XFE1', 'notSpreadsheet'],
      ['ZZZZZZ1', 'notSpreadsheet'],
      ['1', 'notSpreadsheet'],
      ['A', 'notSpreadsheet'],
      ['A-1', 'notSpreadsheet'],
      ['__proto__1', 'notSpreadsheet'],
    ] as const
  ).map(([at, answer]) => inSheet(`a value in cell ${at}`, row(1, cell(at, 7)), answer)),
  inSheet('rows in no order', row(2, '') + row(1, ''), 'notSpreadsheet'),
  withStrings('a count of shared strings that lies', '0', 1),
  ...['1', '-1', '4294967295', '__proto__', 'length'].map((index) =>
    withStrings(`shared string ${index} of one`, index, 'notSpreadsheet'),
  ),
];

function inSheet(what: string, content: string, answer: ErrorCode | number): HostileSpreadsheet {
  return [what, xlsxFile({ sheet: sheetXml(content) }), answer];
}

function withStrings(what: string, index: string, answer: ErrorCode | number): HostileSpreadsheet {
  const sharedStrings = stringsXml('<si><t>a</t></si>', 'count="4294967295" uniqueCount="4294967295"');
  return [what, xlsxFile({ sheet: sheetXml(row(1, `<c r="A1" t="s"><v>${index}</v></c>`)), sharedStrings }), answer];
}
