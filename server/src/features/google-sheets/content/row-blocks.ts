import { createHash } from 'node:crypto';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';

/** Google advises at most 2 MB for one request. */
const mostBytes = 1_900_000;
/** Google's limit for one cell. */
const mostCharacters = 50_000;
/** Keeps a spreadsheet with all of its tabs below Google's limit of 10 million cells. */
export const mostRows = 300_000;

interface Block {
  /** The number of rows before this block. */
  readonly offset: number;
  /** The rows as a JSON list of lists. */
  readonly json: string;
}

export interface Rows {
  readonly blocks: readonly Block[];
  readonly count: number;
  readonly hash: string;
  /** Whether there were more rows than a tab takes. */
  readonly isCut: boolean;
}

/**
 * Serializes the rows of a tab in blocks that one request can carry, and their hash. A tab without rows gets one empty
 * row, which replaces the former content, because Google keeps at least one row below the frozen rows.
 */
export async function collectRows(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  { width, most }: { readonly width: number; readonly most: number },
): Promise<Rows> {
  const hash = createHash('sha256').update(String(width));
  const blocks: Block[] = [];
  let lines: string[] = [];
  let bytes = 0;
  let count = 0;
  let isCut = false;
  const close = (): void => {
    if (lines.length > 0) blocks.push({ offset: count - lines.length, json: `[${lines.join(',')}]` });
    lines = [];
    bytes = 0;
  };
  for await (const row of rows) {
    if (count === most) {
      isCut = true;
      break;
    }
    const line = JSON.stringify(row.map(valueOf));
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > mostBytes) close();
    lines.push(line);
    hash.update(line);
    bytes += size;
    count += 1;
  }
  if (count === 0) {
    lines.push(JSON.stringify(Array.from({ length: width }, () => '')));
    count = 1;
  }
  close();
  return { blocks, count, hash: hash.digest('base64url'), isCut };
}

/** Unknown values are empty texts, because Google leaves a cell with `null` as it is. */
function valueOf(cell: Cell): string | number | boolean {
  if (cell === null) return '';
  if (cell instanceof Date) return dayOf(cell);
  if (typeof cell === 'string') return cell.replaceAll('\0', '').slice(0, mostCharacters).toWellFormed();
  return cell;
}
