import { codeOfError, messageOfError } from '@app/shared/base/thrown.ts';
import { parse } from 'csv-parse/sync';
import { restoreDefused } from './defuse.ts';
import { limitRows } from './limit-rows.ts';
import { damaged, excelLimits, inWords, spreadsheetLimits, tooLarge } from './limits.ts';
import { columnName, type Cell, type ReadRow } from './spreadsheet.ts';

/** The name of the only sheet of a text file. */
const sheetName = 'csv';

/** The maximum number of characters in all cells of one row. */
const mostRowCharacters = 500_000;
/**
 * The maximum number of delimiters in a file; the parser reads this many in a second. It is far above the maximum
 * number of cells, since texts contain commas too.
 */
const mostDelimiters = 1_000_000;

/**
 * Passes the rows of a text file with commas, semicolons or tabs to `take`. All cells are texts. A file that is no text
 * is refused.
 */
export function readCsv(bytes: Uint8Array, take: (row: ReadRow) => void): string {
  const { text, delimiter: hint } = splitHint(decode(bytes));
  if (text.trim() === '') throw damaged('The file is empty');
  const delimiter = hint ?? findDelimiter(text);
  if (countOf(delimiter, text) > mostDelimiters) throw tooLarge('it has too many cells');
  const limited = limitRows(take);
  let number = 0;
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: mostRowCharacters,
      on_record: (record: string[]) => {
        number += 1;
        if (number > excelLimits.rows) throw tooLarge(`it has more than ${inWords(excelLimits.rows)} rows`);
        const cells = cellsOf(record, number);
        if (cells.length > 0) limited({ number, cells });
        // Returning `null` keeps the parser from collecting records.
        return null;
      },
    });
  } catch (error) {
    const code = codeOfError(error);
    if (!code?.startsWith('CSV_')) throw error;
    if (code === 'CSV_MAX_RECORD_SIZE') throw tooLarge(`row ${number + 1} is too long`);
    throw damaged(`Row ${number + 1}: ${messageOfError(error)}`);
  }
  return sheetName;
}

function cellsOf(record: readonly string[], number: number): Cell[] {
  const cells = record.map((text) => (text === '' ? null : restoreDefused(text)));
  const last = cells.findLastIndex((cell) => cell !== null);
  if (last < spreadsheetLimits.columns) return cells.slice(0, last + 1);
  const limit = `a sheet can have ${spreadsheetLimits.columns} columns at most`;
  throw tooLarge(`${limit}, and cell ${columnName(last)}${number} has content`);
}

/** Text files of spreadsheet programs are UTF-8, UTF-16 ("Unicode text" of Excel) or the code page of Windows. */
function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  if (bytes.includes(0)) throw damaged('The file is no text');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Excel writes and reads a first line such as `sep=;`, which names the delimiter. */
function splitHint(text: string): { readonly text: string; readonly delimiter: string | null } {
  const hint = /^sep=(.)\r?\n/i.exec(text);
  return hint ? { text: text.slice(hint[0].length), delimiter: hint[1] ?? null } : { text, delimiter: null };
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

const delimiters = [',', ';', '\t'] as const;

/** Returns the delimiter that occurs most often in the first line outside quotes. */
function findDelimiter(text: string): string {
  const end = text.search(/[\r\n]/);
  const line = text.slice(0, Math.min(end === -1 ? text.length : end, 10_000)).replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
