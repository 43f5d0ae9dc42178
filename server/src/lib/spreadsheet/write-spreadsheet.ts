import { onDemand } from '../on-demand.ts';
import type { Sheet } from './spreadsheet.ts';
import { writtenCell } from './written-cell.ts';

const excel = onDemand(() => import('hucre/xlsx'));

/** Creates an Excel file of one sheet with a bold, frozen header row, whose notes explain the columns. */
export async function writeSpreadsheet({ name, columns, rows }: Sheet): Promise<Uint8Array> {
  const { writeXlsx } = await excel();
  const headers = columns.map(({ header }) => header);
  return writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(({ width }) => ({ width })),
        rows: [headers, ...rows.map((row) => row.map(writtenCell))],
        cells: new Map(
          columns.map(({ header, help }, index) => [
            `0,${index}`,
            {
              value: header,
              type: 'string',
              style: { font: { bold: true } },
              ...(help === undefined ? {} : { comment: { text: help } }),
            },
          ]),
        ),
        freezePane: { rows: 1 },
      },
    ],
  });
}
