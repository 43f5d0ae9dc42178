import { onDemand } from '../on-demand.ts';
import { excelLimits } from './limits.ts';
import type { Cell, SheetColumn } from './spreadsheet.ts';
import { writtenCell } from './written-cell.ts';

const excel = onDemand(() => import('hucre/xlsx'));

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
export async function* streamSpreadsheet({
  name,
  columns,
  rows,
  rowsPerSheet = excelLimits.rows,
}: RowStream): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await excel();
  yield* writeXlsxStream(safeRows(rows), {
    name,
    columns: columns.map(({ header, width }) => ({ header, width })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsPerSheet,
  });
}

async function* safeRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map(writtenCell);
}
