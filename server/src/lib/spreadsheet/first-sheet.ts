import { readCsv } from './csv.ts';
import { readDateStyles } from './date-styles.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetRows } from './sheet-rows.ts';
import type { ReadRow } from './spreadsheet.ts';
import { readWorkbook } from './workbook.ts';
import { isExcelFile, openParts } from './zip-parts.ts';

/**
 * Passes the rows of the first sheet of an Excel file, or of a text file, to `take` one by one and returns the name of
 * the sheet.
 */
export async function readFirstSheet(bytes: Uint8Array, take: (row: ReadRow) => void): Promise<string> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isExcelFile(file)) return readCsv(file, take);
  const parts = await openParts(file);
  const { sheetName, sheetPath, sharedStringsPath, stylesPath, is1904 } = await readWorkbook(parts);
  const sharedStrings = sharedStringsPath === null ? [] : await readSharedStrings(parts, sharedStringsPath);
  const dateStyles = stylesPath === null ? [] : await readDateStyles(parts, stylesPath);
  await readSheetRows(parts, sheetPath, { context: { sharedStrings, dateStyles, is1904 }, take });
  return sheetName;
}
