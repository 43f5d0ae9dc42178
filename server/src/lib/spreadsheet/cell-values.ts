import { dateOf, type DateStyles } from './date-styles.ts';
import { restoreDefused } from './defuse.ts';
import { damaged } from './limits.ts';
import type { Cell } from './spreadsheet.ts';
import { unescapeControls } from './text-runs.ts';

/** Tables of the workbook to which its cells refer by index. */
export interface CellContext {
  readonly sharedStrings: readonly string[];
  readonly dateStyles: DateStyles;
  readonly is1904: boolean;
}

export interface RawCell {
  /** The attribute `t` of the cell, which names its type. */
  readonly type: string;
  readonly style: number;
  /** The text of the element `<v>`. */
  readonly value: string;
  /** The text of the element `<is>`. */
  readonly text: string;
}

export function valueOf({ type, style, value, text }: RawCell, context: CellContext): Cell {
  switch (type) {
    case 's':
      return asText(value === '' ? '' : sharedString(value, context));
    case 'inlineStr':
      return asText(text);
    case 'str':
    case 'e':
      return asText(unescapeControls(value));
    case 'b':
      return value === '' ? null : value === '1' || value === 'true';
    case 'd':
      return dateFrom(new Date(value)) ?? asText(value);
    default:
      return numberOrDate(value, context, style);
  }
}

const asText = (text: string): string | null => (text === '' ? null : restoreDefused(text));

function sharedString(index: string, { sharedStrings }: CellContext): string {
  const text = sharedStrings[Number(index)];
  if (text === undefined) throw damaged(`There is no shared string ${index.slice(0, 20)}`);
  return text;
}

function numberOrDate(value: string, { dateStyles, is1904 }: CellContext, style: number): Cell {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return asText(value.trim());
  return (dateStyles[style] ? dateFrom(dateOf(number, is1904)) : null) ?? number;
}

/** Returns `null` for an invalid date. */
const dateFrom = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);
