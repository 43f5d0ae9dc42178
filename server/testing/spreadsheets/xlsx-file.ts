import { zipFile, type RepeatedContent, type ZipEntry } from './zip-file.ts';

type Content = ZipEntry['content'];

/** The parts of a minimal Excel file. A test replaces the part that it is about. */
interface XlsxParts {
  readonly sheet?: Content;
  readonly sharedStrings?: Content;
  readonly styles?: Content;
  readonly workbook?: Content;
  readonly contentTypes?: Content;
  readonly relations?: Content;
}

export const xlsxFile = (parts: XlsxParts, more: readonly ZipEntry[] = []): Buffer =>
  zipFile([...xlsxEntries(parts), ...more]);

export function xlsxEntries(parts: XlsxParts): ZipEntry[] {
  return [
    { name: '[Content_Types].xml', content: parts.contentTypes ?? contentTypes },
    { name: '_rels/.rels', content: relationsXml(['officeDocument', 'xl/workbook.xml']) },
    { name: 'xl/workbook.xml', content: parts.workbook ?? workbookXml('') },
    { name: 'xl/_rels/workbook.xml.rels', content: parts.relations ?? defaultRelations },
    { name: 'xl/worksheets/sheet1.xml', content: parts.sheet ?? sheetXml('') },
    ...(parts.sharedStrings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: parts.sharedStrings }]),
    ...(parts.styles === undefined ? [] : [{ name: 'xl/styles.xml', content: parts.styles }]),
  ];
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const sheetXml = (rows: string, before = '', after = ''): string =>
  `${declaration}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

export const stringsXml = (items: string, attributes = ''): string =>
  `${declaration}<sst xmlns="${main}" ${attributes}>${items}</sst>`;

export const stylesXml = (content: string): string =>
  `${declaration}<styleSheet xmlns="${main}">${content}</styleSheet>`;

export const workbookXml = (properties: string, sheets = '<sheet name="Plan" sheetId="1" r:id="rId1"/>'): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${sheets}</sheets></workbook>`;

export function relationsXml(...targets: readonly (readonly [kind: string, target: string])[]): string {
  const all = targets.map(
    ([kind, to], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${to}"/>`,
  );
  const space = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return `${declaration}<Relationships xmlns="${space}">${all.join('')}</Relationships>`;
}

const defaultRelations = relationsXml(
  ['worksheet', 'worksheets/sheet1.xml'],
  ['sharedStrings', 'sharedStrings.xml'],
  ['styles', 'styles.xml'],
);

const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`;

/** A part that repeats a piece many times. */
export function repeated(part: (inner: string) => string, piece: string, times: number): RepeatedContent {
  const [before = '', after = ''] = part('\u0000').split('\u0000');
  return { before, piece, times, after };
}
