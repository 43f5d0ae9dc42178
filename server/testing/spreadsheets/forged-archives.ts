import { declaration, relationsXml, sheetXml, workbookXml, xlsxEntries, xlsxFile } from './xlsx-file.ts';
import { zipFile, type ZipEntry } from './zip-file.ts';
import { cell, oneRow, rows, type HostileSpreadsheet } from './hostile-spreadsheet.ts';

const sheet = sheetXml(oneRow);
const whole = xlsxFile({ sheet: sheetXml(rows(100, (at) => cell(`A${at}`, at))) });

/** Files that are not Excel files, are truncated, or have a contradictory archive. */
export const forgedArchives = (): HostileSpreadsheet[] => [
  ['nothing', Buffer.alloc(0), 'notSpreadsheet'],
  ['text', Buffer.from('ASIN;Days\nB0EXAMPLE1;14\n'), 2],
  ['an archive of something else', zipFile([{ name: 'hello.txt', content: 'hello' }]), 'notSpreadsheet'],
  ['an Excel file in an archive', zipFile([{ name: 'plan.xlsx', content: whole }]), 'notSpreadsheet'],
  ['an Excel file for a sheet', xlsxFile({ sheet: whole }), 'notSpreadsheet'],
  ...[10, 50, 90, 99].map((percent): HostileSpreadsheet => [
    `the first ${percent}% of a file`,
    whole.subarray(0, Math.floor((whole.length * percent) / 100)),
    'notSpreadsheet',
  ]),
  ['a file without its beginning', whole.subarray(200), 'notSpreadsheet'],
  ['a file with noise in its middle', addNoise(whole), 'notSpreadsheet'],
  [
    'two sheets of one name',
    xlsxFile({ sheet }, [{ name: 'xl/worksheets/Sheet1.xml', content: sheet }]),
    'notSpreadsheet',
  ],
  [
    'encrypted entries',
    zipFile(xlsxEntries({ sheet }).map((entry) => ({ ...entry, isEncrypted: true }))),
    'lockedSpreadsheet',
  ],
  [
    'a file with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000)]),
    'lockedSpreadsheet',
  ],
  [
    'content types of something else',
    xlsxFile({ sheet, contentTypes: '<Types><Default ContentType="text/html"/></Types>' }),
    1,
  ],
  ['content types that are not XML', xlsxFile({ sheet, contentTypes: 'text/html' }), 1],
  ['a text document', zipFile(textDocument), 'notSpreadsheet'],
  ['a binary workbook', xlsxFile({ sheet, workbook: Buffer.from([0x83, 0x01, 0x00, 0x80, 0x01]) }), 'notSpreadsheet'],
  [
    'a sheet that is the workbook',
    xlsxFile({ relations: relationsXml(['worksheet', 'workbook.xml']) }),
    'notSpreadsheet',
  ],
  [
    'a sheet outside of the file',
    xlsxFile({ relations: relationsXml(['worksheet', '../../../etc/passwd']) }),
    'notSpreadsheet',
  ],
  ['an entry outside of the file', xlsxFile({ sheet }, [{ name: '../../etc/passwd', content: '' }]), 'notSpreadsheet'],
  ['a workbook without sheets', xlsxFile({ workbook: workbookXml('', '') }), 'notSpreadsheet'],
  ['1,000 entries of the same bytes', xlsxFile({ sheet }, overlapping(1000)), 1],
  ['more entries declared than there are', zipFile(xlsxEntries({ sheet }), 65_000), 'notSpreadsheet'],
];

const textDocument: readonly ZipEntry[] = [
  { name: '_rels/.rels', content: relationsXml(['officeDocument', 'word/document.xml']) },
  { name: 'word/document.xml', content: `${declaration}<w:document xmlns:w="w"/>` },
];

const overlapping = (count: number): ZipEntry[] =>
  Array.from({ length: count }, (_, at) => ({ name: `a${at}`, content: '', isOverlapping: true }));

function addNoise(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xaa, Math.floor(copy.length * 0.4), Math.floor(copy.length * 0.6));
  return copy;
}
