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
  const rows = joinPieces(
    lines.slice(1).map((line) => line.split('\t')),
    headers.length,
  );
  return { has: (column) => columns.has(column), rows: rows.map((cells) => rowOf(cells, columns)) };
}

type Cells = readonly string[];

/**
 * Joins the pieces of rows whose texts contain line ends, such as descriptions and comments, and leaves out empty lines.
 * Pieces are joined if they make up exactly one row. A line with all cells is a row, whatever precedes it, and if all
 * lines have the same number of cells, each is a row.
 */
function joinPieces(lines: readonly Cells[], width: number): readonly Cells[] {
  const filled = lines.filter(isFilled);
  if (filled.every(({ length }) => length === filled[0]?.length)) return filled;
  const rows: Cells[] = [];
  for (let at = 0; at < lines.length;) {
    const { cells, next } = rowAt(lines, at, width);
    if (isFilled(cells)) rows.push(cells);
    at = next;
  }
  return rows;
}

const isFilled = (cells: Cells): boolean => cells.length > 1 || cells[0]?.trim() !== '';

interface JoinedRow {
  readonly cells: Cells;
  /** The position of the first line after the row. */
  readonly next: number;
}

/** Returns the row that begins with this line; only the line itself if no row can be made of it. */
function rowAt(lines: readonly Cells[], start: number, width: number): JoinedRow {
  const alone = { cells: lines[start] ?? [], next: start + 1 };
  if (!isFilled(alone.cells)) return alone;
  let { cells, next } = alone;
  while (cells.length < width) {
    const piece = lines[next];
    if (!piece || piece.length >= width || cells.length + piece.length - 1 > width) return alone;
    cells = [...cells.slice(0, -1), `${cells.at(-1)}\n${piece[0]}`, ...piece.slice(1)];
    next += 1;
  }
  return { cells, next };
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
