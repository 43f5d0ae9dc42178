import { formatCount } from '@app/shared/base/format-count.ts';

/** The number of entries of a list that are printed; drawing more would stop the browser for seconds. */
export const mostPrinted = 1000;

interface Printed {
  /** The number of rows that are printed. */
  readonly rows: number;
  /** The sentence about the entries that are not printed; `null` if all are. */
  readonly rest: string | null;
}

/** Returns what is printed of a list with this number of entries, so many of them in each row. */
export function printedPart(entries: number, perRow = 1): Printed {
  const rows = Math.min(Math.ceil(entries / perRow), Math.floor(mostPrinted / perRow));
  return { rows, rest: unprintedText(entries - rows * perRow) };
}

export const unprintedText = (entries: number): string | null =>
  entries > 0 ? `${formatCount(entries)} more are not printed. A filter makes the list shorter.` : null;
