import { writeXlsxStream } from 'hucre/xlsx';
import { excelLimits } from './limits.ts';
import type { Cell, SheetColumn } from './spreadsheet.ts';
import { writtenCell } from './written-cell.ts';

interface RowStream {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly Cell[]>;
  /** With more rows, further sheets with the same header follow. */
  readonly rowsPerSheet?: number;
}

/**
 * Writes an Excel file while its rows are read, so that its memory does not grow with their number. The headers have
 * no notes and no bold type, which would need all rows at once.
 */
export const streamSpreadsheet = ({
  name,
  columns,
  rows,
  rowsPerSheet = excelLimits.rows,
}: RowStream): ReadableStream<Uint8Array> =>
  writeXlsxStream(safeRows(rows), {
    name,
    columns: columns.map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsPerSheet,
  });

async function* safeRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map(writtenCell);
}
