import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

/** Columns of a kind's own settings, by setting name. */
export const settingColumns = ({ spreadsheet }: Watchdog): readonly (readonly [string, SheetColumn])[] =>
  Object.entries(spreadsheet?.columns ?? {}).map(([name, column]) => [
    name,
    { ...column, width: Math.max(12, column.header.length + 2) },
  ]);

type Settings = Readonly<Record<string, unknown>>;

/** Returns the changed settings by the header of their column, for the audit trail. */
export const columnDifferences = ({ spreadsheet }: Watchdog, before: Settings, after: Settings): Settings =>
  Object.fromEntries(
    Object.entries(spreadsheet?.columns ?? {})
      .filter(([name]) => before[name] !== after[name])
      .map(([name, { header }]) => [header, { from: before[name] ?? null, to: after[name] ?? null }]),
  );
