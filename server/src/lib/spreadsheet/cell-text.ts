import { withoutInvisible } from '@app/shared/base/invisible-characters.ts';
import type { Cell } from './spreadsheet.ts';

/** The text of a cell as people see it. Copied tables hold no-break spaces and invisible characters. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return withoutInvisible(String(cell)).replaceAll(/\s+/g, ' ').trim();
}

/** Spreadsheet programs often store numbers as text, copied ones with spaces between their thousands. */
export function numberOrText(cell: Cell): Cell {
  const text = textOf(cell);
  const digits = /^-?\d{1,3}( \d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(' ', '') : text;
  return typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : cell;
}
