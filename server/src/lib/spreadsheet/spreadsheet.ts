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

/** The first sheet of a file as it was read; rows with their place in it. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly ReadRow[];
}

export interface ReadRow {
  /** As spreadsheet programs number them, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** A file that is no spreadsheet, or none that we would open; the text is for people. */
export class UnreadableSpreadsheet extends Error {
  override readonly name = 'UnreadableSpreadsheet';
}

/** A = 0, B = 1, … as spreadsheet programs name columns. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}
