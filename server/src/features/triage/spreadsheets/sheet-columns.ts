import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

/** By what a row names its product; the name is for people alone. */
export const productColumns = [
  { header: 'Marketplace', width: 12 },
  { header: 'ASIN', width: 14 },
  { header: 'Seller ID', width: 18 },
  { header: 'Product', help: 'For you to find your way; what stands here is not read', width: 50 },
] as const satisfies readonly SheetColumn[];

/** The columns of a kind's own settings, by the name of the setting. */
export const settingColumns = ({ spreadsheet }: Watchdog): readonly (readonly [string, SheetColumn])[] =>
  Object.entries(spreadsheet?.columns ?? {}).map(([name, column]) => [
    name,
    { ...column, width: Math.max(12, column.header.length + 2) },
  ]);
