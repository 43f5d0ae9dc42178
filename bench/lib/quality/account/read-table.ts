import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { codeOfError, messageOfError } from '@app/shared/base/thrown.ts';
import { CellError, type ReadCell } from './cells.ts';

/** The columns of a file, each with the function that reads its cells. */
type Columns = Readonly<Record<string, ReadCell<unknown>>>;

interface Table<C extends Columns> {
  readonly columns: C;
  /** Columns that a file may leave out; their cells are then empty. */
  readonly optional?: readonly (keyof C)[];
}

type Row<C extends Columns> = { readonly [Name in keyof C]: ReturnType<C[Name]> } & { readonly line: number };

/** Thrown if files cannot be read; the message names file, line, reason and advice. */
export class SeriesError extends Error {}

/** The number of problems that one error lists. */
const mostProblems = 10;

export class Problems {
  readonly #found: string[] = [];

  add(place: { readonly file: string; readonly line: number }, text: string): void {
    this.#found.push(`${place.file}, line ${place.line}: ${text}`);
  }

  /** Throws a `SeriesError` if problems were added. */
  settle(): void {
    if (this.#found.length === 0) return;
    const more = this.#found.length - mostProblems;
    throw new SeriesError(
      [...this.#found.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    );
  }
}

/** Reads the rows of a file; an empty list if there is no such file. */
export function readTable<C extends Columns>(path: string, table: Table<C>, problems: Problems): Row<C>[] {
  if (!existsSync(path)) return [];
  const file = basename(path);
  const records = recordsOf(path);
  const header = records[0]?.record.map((title) => title.trim()) ?? [];
  const names: string[] = Object.keys(table.columns);
  const missing = names.filter((one) => !header.includes(one) && !(table.optional ?? []).includes(one));
  const unknown = header.filter((one) => !names.includes(one));
  if (missing.length > 0) problems.add({ file, line: 1 }, `the column ${missing.join(', ')} is missing: add it`);
  if (unknown.length > 0) {
    problems.add(
      { file, line: 1 },
      `nothing is known about the column ${unknown.join(', ')}: remove it, or spell it as ${names.join(', ')}`,
    );
  }
  if (missing.length > 0 || unknown.length > 0) return [];
  return records.slice(1).flatMap(({ record, line }) => {
    if (record.length !== header.length) {
      problems.add(
        { file, line },
        `${record.length} cells under ${header.length} columns: write one cell for each column`,
      );
      return [];
    }
    return rowOf(
      { file, line, cells: new Map(header.map((title, index) => [title, record[index] ?? ''])) },
      table,
      problems,
    );
  });
}

interface NumberedRecord {
  readonly record: readonly string[];
  readonly line: number;
}

function recordsOf(path: string): readonly NumberedRecord[] {
  try {
    const records: NumberedRecord[] = [];
    parse(readFileSync(path), {
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], { lines }) => {
        records.push({ record, line: lines });
        return null;
      },
    });
    return records;
  } catch (error) {
    if (codeOfError(error) === null) throw error;
    throw new SeriesError(`${basename(path)}: ${messageOfError(error)}: save it as comma-separated values in UTF-8`);
  }
}

interface Cells {
  readonly file: string;
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

function rowOf<C extends Columns>({ file, line, cells }: Cells, { columns }: Table<C>, problems: Problems): Row<C>[] {
  const row: Record<string, unknown> = { line };
  for (const [name, read] of Object.entries(columns)) {
    try {
      row[name] = read(cells.get(name) ?? '');
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.add({ file, line }, `${name} ${error.message}`);
      return [];
    }
  }
  return [row as Row<C>];
}
