import { textOf } from './cell-text.ts';
import { columnName, type Cell, type ReadRow, type ReadSheet } from './spreadsheet.ts';

/** The position of each known column in a sheet, by its header in lower case. */
type SheetLayout = ReadonlyMap<string, number>;

interface ColumnNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A row and the reason why it cannot be read; `column` is the header of the cell that is the reason. */
export interface LineProblem {
  readonly line: number;
  readonly column: string | null;
  readonly reason: string;
}

/** Returns the layout, or the errors of the header row: a missing column, or one that occurs twice. */
export function readLayout(
  { rows: [head] }: ReadSheet,
  { required, optional }: ColumnNames,
): { readonly layout: SheetLayout } | { readonly problems: readonly LineProblem[] } {
  const line = head?.number ?? 1;
  const places = Map.groupBy((head?.cells ?? []).keys(), (at) => headerKey(textOf(head?.cells[at])));
  const missing = required.filter((name) => !places.has(headerKey(name)));
  const doubled = [...required, ...optional].filter((name) => (places.get(headerKey(name))?.length ?? 0) > 1);
  if (missing.length === 0 && doubled.length === 0) {
    return { layout: new Map(Array.from(places, ([key, [first = -1]]) => [key, first])) };
  }
  const names = missing.map((name) => `"${name}"`).join(', ');
  const columnsOf = (name: string) => (places.get(headerKey(name)) ?? []).map(columnName).join(' and ');
  const reasons = [
    ...(missing.length > 0 ? [`there is no column ${names}`] : []),
    ...doubled.map((name) => `"${name}" is the header of the columns ${columnsOf(name)}, please delete all but one`),
  ];
  return { problems: reasons.map((reason) => ({ line, column: null, reason })) };
}

const headerKey = (header: string): string => header.toLowerCase();

export const cellOf = (row: ReadRow, layout: SheetLayout, header: string): Cell =>
  row.cells[layout.get(headerKey(header)) ?? -1] ?? null;

/** The reason why a cell that looks empty to the reader may not count as empty, or `null`. */
export function findUnreadable(row: ReadRow, layout: SheetLayout, header: string): string | null {
  const at = layout.get(headerKey(header));
  if (at !== undefined && row.uncomputed?.includes(at)) {
    return 'the file holds a formula without its result; please open and save it in a spreadsheet program, or enter the value';
  }
  const cell = cellOf(row, layout, header);
  const isBlank = typeof cell === 'string' && cell !== '' && textOf(cell) === '';
  return isBlank ? 'the cell holds only spaces; please clear it or enter a value' : null;
}

/** Returns the rows below the header row that contain more than spaces. */
export const filledRows = ({ rows }: ReadSheet): readonly ReadRow[] =>
  rows
    .slice(1)
    .filter(({ cells, uncomputed }) => uncomputed !== undefined || cells.some((cell) => textOf(cell) !== ''));

const mostProblemsTold = 5;

/** The first problems with their places, for messages outside of a table. */
export function problemsText(sheet: ReadSheet, problems: readonly LineProblem[]): string {
  const more = problems.length - mostProblemsTold;
  const told = problems.slice(0, mostProblemsTold).map((problem) => problemText(sheet, problem));
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** "Sheet "Plan", row 3, column D ("Alert days"): …". */
function problemText({ name, rows: [head] }: ReadSheet, { line, column, reason }: LineProblem): string {
  const at = (head?.cells ?? []).findIndex((cell) => column !== null && headerKey(textOf(cell)) === headerKey(column));
  const place = column === null ? '' : `, column ${columnName(Math.max(at, 0))} ("${column}")`;
  return `Sheet "${name}", row ${line}${place}: ${reason}`;
}
