/** How a part is taken out of an answer: its name is absent, or its value is missing. */
export type Gap = 'absent' | 'null';

/** The names of the parts of an answer. A `*` stands for every member of a list. */
export const listParts = (answer: unknown): readonly string[] => [...new Set(partsOf(answer))];

function partsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => partsOf(member, `${path}/*`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = `${path}/${name}`;
    return isStatement(path) ? [at, ...partsOf(part, at)] : partsOf(part, at);
  });
}

/**
 * False for `attributes`, an object whose names differ from page to page: an attribute that is missing was removed from
 * the page, so its absence is no gap in the answer.
 */
const isStatement = (path: string): boolean => !path.endsWith('/attributes');

interface Loss {
  readonly parts: ReadonlySet<string>;
  readonly gap: Gap;
}

/** The answer without the lost parts. */
export function withoutParts(value: unknown, { parts, gap }: Loss, path = ''): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutParts(member, { parts, gap }, `${path}/*`));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const at = `${path}/${name}`;
    if (!parts.has(at)) return [[name, withoutParts(part, { parts, gap }, at)]];
    return gap === 'null' ? [[name, null]] : [];
  });
  return Object.fromEntries(kept);
}

const cellsOf = (line: string): string[] => line.split('\t');

/** The columns of a report, as parts. */
export const listColumns = (report: string): readonly string[] => cellsOf(report.split(/\r?\n/)[0] ?? '').map(partOf);
const partOf = (column: string): string => `/${column.replace(/^\uFEFF/, '')}`;

/** The report without these columns, or with nothing in them. */
export function withoutColumns(report: string, { parts, gap }: Loss): string {
  const [head = '', ...rows] = report.split('\n');
  const isOut = cellsOf(head.replace('\r', '')).map((column) => parts.has(partOf(column)));
  const cut = (line: string): string =>
    cellsOf(line)
      .flatMap((cell, index) => (!isOut[index] ? [cell] : gap === 'null' ? [''] : []))
      .join('\t');
  return [gap === 'null' ? head : cut(head), ...rows.map((row) => (row === '' ? row : cut(row)))].join('\n');
}

/** The answer with an empty list, object or text in the place of this part. */
export function withEmptied(value: unknown, part: string, path = ''): unknown {
  if (path === part) return emptyOf(value);
  if (Array.isArray(value)) return value.map((member) => withEmptied(member, part, `${path}/*`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withEmptied(inner, part, `${path}/${name}`)]),
  );
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' ? '' : {};
}
