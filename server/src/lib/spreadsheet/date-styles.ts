import { dayMs } from '@app/shared/base/time.ts';
import { spreadsheetLimits, tooLarge } from './limits.ts';
import { readXml } from './read-xml.ts';
import type { Parts } from './zip-parts.ts';

/** Whether a cell format shows a number as a date, indexed by the position of the format. */
export type DateStyles = readonly boolean[];

export async function readDateStyles(parts: Parts, path: string): Promise<DateStyles> {
  const dateFormats = new Set<number>();
  const styles: boolean[] = [];
  let isInCellStyles = false;
  await readXml(parts.read(path), 'styleSheet', {
    open(tag, { numFmtId, formatCode = '' }) {
      if (tag === 'cellXfs') isInCellStyles = true;
      if (tag === 'numFmt' && isDateFormat(formatCode)) dateFormats.add(Number(numFmtId));
      if (tag === 'xf' && isInCellStyles)
        styles.push(isBuiltInDate(Number(numFmtId)) || dateFormats.has(Number(numFmtId)));
      if (styles.length > spreadsheetLimits.styles || dateFormats.size > spreadsheetLimits.styles)
        throw tooLarge('it has too many cell formats');
    },
    close(tag) {
      if (tag === 'cellXfs') isInCellStyles = false;
    },
  });
  return styles;
}

/** Built-in formats of ECMA-376, part 1, 18.8.30; 27 to 36 and 50 to 58 are dates in East Asian versions. */
const isBuiltInDate = (id: number): boolean =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([first = 0, last = 0]) => id >= first && id <= last);

/**
 * Searches for date letters outside quotes, escapes, colours and currencies. Excel limits a format to 255 characters.
 */
const isDateFormat = (code: string): boolean =>
  /[dhmsy]/i.test(code.slice(0, 255).replaceAll(/"[^"]*"|\\.|[*_].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, ''));

const firstOf1904 = Date.UTC(1904, 0, 1);

/** Day 60 is 29 February 1900, which did not exist, so days before March 1900 count from one day later. */
export function dateOf(days: number, is1904: boolean): Date {
  const epoch = is1904 ? firstOf1904 : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(epoch + Math.round(days * dayMs));
}
