import { posix } from 'node:path';
import { damaged } from './limits.ts';
import { readXml, type XmlAttributes } from './read-xml.ts';
import type { Parts } from './zip-parts.ts';

/** Paths of the first sheet of a workbook and of the parts that its cells refer to. */
interface Workbook {
  readonly sheetName: string;
  readonly sheetPath: string;
  readonly sharedStringsPath: string | null;
  readonly stylesPath: string | null;
  /** Dates are counted from 1904, as old versions of Excel for Mac did. */
  readonly is1904: boolean;
}

export async function readWorkbook(parts: Parts): Promise<Workbook> {
  const path = (await findTargets(parts, '', ['officeDocument'])).get('officeDocument');
  if (!path) throw damaged('There is no workbook');
  const { name, relationId, is1904 } = await readFirstSheet(parts, path);
  const targets = await findTargets(parts, path, ['sharedStrings', 'styles', `worksheet ${relationId}`]);
  const sheetPath = targets.get(`worksheet ${relationId}`);
  if (!sheetPath) throw damaged('The first sheet has no cells');
  const keepExisting = (target: string | undefined) => (target && parts.has(target) ? target : null);
  return {
    sheetName: name,
    sheetPath,
    sharedStringsPath: keepExisting(targets.get('sharedStrings')),
    stylesPath: keepExisting(targets.get('styles')),
    is1904,
  };
}

interface FirstSheet {
  readonly name: string;
  readonly relationId: string;
  readonly is1904: boolean;
}

async function readFirstSheet(parts: Parts, path: string): Promise<FirstSheet> {
  let first: XmlAttributes | null = null as XmlAttributes | null;
  let is1904 = false;
  await readXml(parts.read(path), 'workbook', {
    open(tag, attributes) {
      if (tag === 'sheet') first ??= attributes;
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  if (!first) throw damaged('The workbook has no sheet');
  const [, relationId = ''] = Object.entries(first).find(([name]) => name.endsWith(':id')) ?? [];
  return { name: (first['name'] ?? '').slice(0, longestSheetName), relationId, is1904 };
}

/** Excel allows 31 characters, other programs more; people see the name in messages. */
const longestSheetName = 100;

/** The targets of relationships of a part, keyed as in `wanted`: by kind, or by kind and id. */
async function findTargets(
  parts: Parts,
  path: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const { dir, base } = posix.parse(path);
  await readXml(parts.read(posix.join(dir, '_rels', `${base}.rels`)), 'Relationships', {
    open(_tag, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (TargetMode === 'External') return;
      const kind = Type.slice(Type.lastIndexOf('/') + 1);
      const key = wanted.find((one) => one === kind || one === `${kind} ${Id}`);
      if (key !== undefined && !found.has(key)) found.set(key, posix.resolve('/', dir, Target).slice(1));
    },
  });
  return found;
}
