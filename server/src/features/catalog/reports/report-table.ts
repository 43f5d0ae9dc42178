import { DamagedReport } from '../../../external/marketplace/operations/reports.ts';

/** The headers under which Amazon delivers a column. */
export type ColumnNames<Column extends string> = ReadonlyMap<Column, readonly string[]>;

/** Returns the tidied cell of a column in one row; '' if the cell is empty or the report has no such column. */
export type Row<Column extends string> = (column: Column) => string;

export interface ReportTable<Column extends string> {
  has(column: Column): boolean;
  readonly rows: readonly Row<Column>[];
}

interface ReadOptions<Column extends string> {
  readonly names: ColumnNames<Column>;
  /** The columns that every such report has. A document without one of them is another report or an error page. */
  readonly needed: readonly Column[];
  /**
   * The order of all columns, for a report whose headers are in a language that `names` lacks. `null` stands for a column
   * that is not read.
   */
  readonly order?: readonly (Column | null)[];
  /**
   * The length of the previous document, if it seemed to be cut off. If a second document has this length, both are
   * whole.
   */
  readonly suspectedLength: number | null;
}

/** Parses a report of tab-separated columns. Throws DamagedReport if this is another document or only a part of one. */
export function readReport<Column extends string>(
  text: string,
  { names, needed, order = [], suspectedLength }: ReadOptions<Column>,
): ReportTable<Column> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const headers = (lines[0] ?? '').split('\t');
  const named = findColumns(headers, names);
  const isNamed = needed.every((column) => named.has(column));
  const columns = !isNamed && headers.length === order.length ? columnsInOrder(order) : named;
  const missing = needed.filter((column) => !columns.has(column));
  if (missing.length > 0) throw new DamagedReport(`no report with ${missing.join(', ')}`);
  const end = lines.at(-1) ?? '';
  if (end.trim() !== '') refuseOpenEnd({ cells: end.split('\t').length, width: headers.length, text, suspectedLength });
  const rows = lines.slice(1).filter((line) => line.trim() !== '');
  return { has: (column) => columns.has(column), rows: rows.map((line) => rowOf(line.split('\t'), columns)) };
}

interface LastLine {
  readonly cells: number;
  readonly width: number;
  readonly text: string;
  readonly suspectedLength: number | null;
}

function refuseOpenEnd({ cells, width, text, suspectedLength }: LastLine): void {
  if (cells < width) throw new DamagedReport('ends within a row');
  if (text.length !== suspectedLength) throw new DamagedReport('ends without an end of line', { length: text.length });
}

const rowOf =
  <Column extends string>(cells: readonly string[], columns: ReadonlyMap<Column, number>): Row<Column> =>
  (column) => {
    const index = columns.get(column);
    // Empty cells arrive as two NUL bytes, which PostgreSQL does not store in text.
    return index === undefined ? '' : (cells[index] ?? '').replaceAll('\0', '').trim();
  };

/**
 * Reduces a header to its letters a to z and digits. Amazon translates headers to the seller's language and sends them
 * in a charset other than the declared one; these characters mostly arrive intact. Where a wrong charset swallows a
 * letter too, the list of headers contains the broken form.
 */
const skeleton = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const whole = (header: string): string => header.trim().toLowerCase();

/** Finds the positions of the columns in the first line of a report. Absent columns are left out. */
function findColumns<Column extends string>(
  headers: readonly string[],
  names: ColumnNames<Column>,
): ReadonlyMap<Column, number> {
  const byName = columnsBy(names, whole);
  const bySkeleton = columnsBy(names, skeleton);
  const found = new Map<Column, number>();
  for (const [index, header] of headers.entries()) {
    const bare = skeleton(header);
    const column = byName.get(whole(header)) ?? (bare === '' ? undefined : bySkeleton.get(bare));
    if (column && !found.has(column)) found.set(column, index);
  }
  return found;
}

const columnsInOrder = <Column extends string>(order: readonly (Column | null)[]): ReadonlyMap<Column, number> =>
  new Map(order.flatMap((column, index) => (column === null ? [] : [[column, index] as const])));

const columnsBy = <Column extends string>(
  names: ColumnNames<Column>,
  key: (header: string) => string,
): ReadonlyMap<string, Column> =>
  new Map([...names].flatMap(([column, words]) => words.map((name) => [key(name), column] as const)));
