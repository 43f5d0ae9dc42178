import { repeated, sheetXml, stringsXml, stylesXml, xlsxEntries, xlsxFile } from './xlsx-file.ts';
import { zipFile } from './zip-file.ts';
import { inlineText, oneRow, type HostileSpreadsheet } from './hostile-spreadsheet.ts';

/** Files whose XML expands, refers to outside files, or has tokens that a parser would have to hold completely. */
export const maliciousXmlSpreadsheets = (): HostileSpreadsheet[] => [
  ['a billion laughs in the sheet', xlsxFile({ sheet: withLaughs(sheetXml(inlineText('LAUGH'))) }), 'notSpreadsheet'],
  [
    'a billion laughs in the shared strings',
    xlsxFile({ sharedStrings: withLaughs(stringsXml('<si><t>LAUGH</t></si>')) }),
    'notSpreadsheet',
  ],
  [
    'an entity that is a file',
    xlsxFile({ sheet: withDoctype(sheetXml(inlineText('&file;')), '<!ENTITY file SYSTEM "file:///etc/passwd">') }),
    'notSpreadsheet',
  ],
  ['a document type that is not used', xlsxFile({ sheet: withDoctype(sheetXml(oneRow), '') }), 'notSpreadsheet'],
  ['an entity that is not declared', xlsxFile({ sheet: sheetXml(inlineText('&nbsp;')) }), 'notSpreadsheet'],
  [
    'a document type of 30 MB',
    xlsxFile({ sheet: repeated((inner) => withDoctype(sheetXml(''), inner), '<!ENTITY a "a">', 2_000_000) }),
    'notSpreadsheet',
  ],
  [
    'a comment of 30 MB',
    xlsxFile({ sheet: repeated((inner) => `<!--${inner}-->`, 'x'.repeat(1000), 30_000) }),
    'notSpreadsheet',
  ],
  [
    'a text of 30 MB',
    xlsxFile({ sheet: repeated((inner) => sheetXml(inlineText(inner)), 'x'.repeat(1000), 30_000) }),
    'notSpreadsheet',
  ],
  [
    'a tag of 200,000 attributes',
    xlsxFile({ sheet: sheetXml('', `<dimension ${attributes(200_000)}/>`) }),
    'notSpreadsheet',
  ],
  [
    'a name of 4 MB that is not compressed',
    zipFile(xlsxEntries({ sheet: `<${'x'.repeat(4_000_000)}/>` }).map((entry) => ({ ...entry, isStored: true }))),
    'notSpreadsheet',
  ],
  ['a million tags within each other', xlsxFile({ sheet: repeated(sheetXml, '<a>', 1_000_000) }), 'notSpreadsheet'],
  [
    'a format code of 200,000 brackets',
    xlsxFile({
      sheet: sheetXml(oneRow),
      styles: stylesXml(`<numFmt numFmtId="200" formatCode="${'['.repeat(200_000)}"/>`),
    }),
    1,
  ],
  [
    'bytes that are not UTF-8',
    xlsxFile({ sheet: Buffer.concat([Buffer.from(sheetXml('')), Buffer.from([0xff])]) }),
    'notSpreadsheet',
  ],
];

const withDoctype = (part: string, declarations: string): string =>
  part.replace('?>\n', `?>\n<!DOCTYPE a [${declarations}]>`);

const entities = ['<!ENTITY a "ha">'];
for (const [at, name] of Array.from('bcdefghij').entries()) {
  entities.push(`<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`);
}

const withLaughs = (part: string): string => withDoctype(part, entities.join('')).replace('LAUGH', '&j;');

const attributes = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
