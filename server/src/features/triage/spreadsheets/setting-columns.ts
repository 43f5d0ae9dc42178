import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

/** Columns of a kind's own settings, by setting name. */
export const settingColumns = ({ spreadsheet }: Watchdog): readonly (readonly [string, SheetColumn])[] =>
  Object.entries(spreadsheet?.columns ?? {}).map(([name, column]) => [
    name,
    { ...column, width: Math.max(12, column.header.length + 2) },
  ]);
