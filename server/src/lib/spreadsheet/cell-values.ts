import { dateOf, type DateStyles } from './date-styles.ts';
import { undefused } from './defuse.ts';
import { damaged } from './limits.ts';
import type { Cell } from './spreadsheet.ts';
import { unescaped } from './text-runs.ts';

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly sharedStrings: readonly string[];
  readonly dateStyles: DateStyles;
  readonly is1904: boolean;
}

export interface RawCell {
  /** The attribute `t`. */
  readonly type: string;
  readonly style: number;
  /** The text of `<v>`. */
  readonly value: string;
  /** The text of `<is>`. */
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
      return asText(unescaped(value));
    case 'b':
      return value === '' ? null : value === '1' || value === 'true';
    case 'd':
      return dateFrom(new Date(value)) ?? asText(value);
    default:
      return numberOrDate(value, context, style);
  }
}

const asText = (text: string): string | null => (text === '' ? null : undefused(text));

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

/** `null` when there is no such day. */
const dateFrom = (date: Date): Date | null => (Number.isNaN(date.getTime()) ? null : date);
