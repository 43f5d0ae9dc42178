import { AppError } from '@app/shared/base/errors.ts';

/** Limits on the content of a file. Sizes that the file declares are ignored. */
export const spreadsheetLimits = {
  /** The limit of decompressed bytes, over all parts that are read. 20,000 rows of a dozen columns take half of it. */
  unpackedBytes: 32_000_000,
  zipEntries: 2_000,
  rows: 20_000,
  columns: 100,
  /** Includes the empty cells before the last one of a row. */
  cells: 200_000,
  /** Includes the strings of sheets that are not read. */
  sharedStrings: 200_000,
  /** Applies to all cells together and to all shared strings: many cells can refer to one long string. */
  characters: 5_000_000,
  /** Excel's own limit. */
  charactersPerCell: 32_767,
  /** Excel's own limit is 65,490. */
  styles: 65_536,
} as const;

/** Excel's own limits: a file with larger numbers is damaged. */
export const excelLimits = { rows: 1_048_576, columns: 16_384 } as const;

export function tooLarge(limit: string): AppError {
  const text = `This spreadsheet is too large: ${limit}. Please delete what is not needed, or split it into several files`;
  return new AppError('spreadsheetTooLarge', { text });
}

export const damaged = (reason: string): AppError => new AppError('notSpreadsheet', { cause: new Error(reason) });

/** The first call of `toLocaleString` is slow, so it is used for refusals only. */
export const inWords = (count: number): string => count.toLocaleString('en-US');
