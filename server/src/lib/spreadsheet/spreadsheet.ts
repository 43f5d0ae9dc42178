export type Cell = string | number | boolean | Date | null;

export interface SheetColumn {
  readonly header: string;
  /** For a note on the header's cell. */
  readonly help?: string;
  /** In characters. */
  readonly width: number;
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The rows of the first sheet of a file that have content. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly ReadRow[];
}

export interface ReadRow {
  /** As spreadsheet programs number them, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** A = 0, B = 1, … as spreadsheet programs name columns. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** The place of the column that a cell such as `AB12` is in; `null` when it is no cell. */
export function columnIndex(cell: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(cell)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
