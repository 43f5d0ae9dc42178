import { inWords, spreadsheetLimits, tooLarge } from './limits.ts';
import type { ReadRow } from './spreadsheet.ts';

/** Passes rows on, and refuses the sheet once its rows, cells or characters exceed the limits. */
export function limitRows(take: (row: ReadRow) => void): (row: ReadRow) => void {
  const count = { rows: 0, cells: 0, characters: 0 };
  return (row) => {
    count.rows += 1;
    count.cells += row.cells.length + (row.uncomputed?.length ?? 0);
    for (const cell of row.cells) if (typeof cell === 'string') count.characters += cell.length;
    for (const what of ['rows', 'cells', 'characters'] as const) {
      const limit = spreadsheetLimits[what];
      if (count[what] > limit) throw tooLarge(`a sheet can have ${inWords(limit)} ${what} at most`);
    }
    take(row);
  };
}
