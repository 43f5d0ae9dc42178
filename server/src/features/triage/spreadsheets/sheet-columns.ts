import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

/** The columns that identify a product, and its name for the reader. */
export const productColumns = [
  { header: 'Marketplace', width: 12 },
  { header: 'ASIN', width: 14 },
  { header: 'Seller ID', width: 18 },
  { header: 'Product', help: 'For you to find your way; what stands here is not read', width: 50 },
] as const satisfies readonly SheetColumn[];

/** Columns of a kind's own settings, by setting name. */
export const settingColumns = ({ spreadsheet }: Watchdog): readonly (readonly [string, SheetColumn])[] =>
  Object.entries(spreadsheet?.columns ?? {}).map(([name, column]) => [
    name,
    { ...column, width: Math.max(12, column.header.length + 2) },
  ]);
