/** The media type of an Excel file. */
export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type Cell = string | number | boolean | Date | null;

export interface SheetColumn {
  readonly header: string;
  /** The note on the header cell. */
  readonly help?: string;
  /** The column width in characters. */
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
  /** The row number from 1, as spreadsheet programs show it. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** The columns whose cells hold a formula without its result; these cells are `null`, but not empty. */
  readonly uncomputed?: readonly number[];
}

/** The column name as spreadsheet programs show it: 0 = A, 1 = B, 26 = AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** The column index of a cell such as `AB12`, or `null` for a text that is no cell reference. */
export function columnIndex(cell: string): number | null {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(cell)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
