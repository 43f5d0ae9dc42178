import { NO_THRESHOLD } from '@app/shared/watchdogs/model/no-threshold.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { numberOrText, textOf } from '../../../lib/spreadsheet/cell-text.ts';
import type { Cell, ReadSheet } from '../../../lib/spreadsheet/spreadsheet.ts';
import {
  readProductRows,
  shortenedCell,
  type ProductRow,
  type ProductRows,
  type ReadValues,
} from '../../catalog/product-sheet/read-product-rows.ts';
import { allowedText } from '../allowed-text.ts';
import { settingColumns } from './setting-columns.ts';
import type { SheetProduct } from './spreadsheet-queries.ts';

type Settings = Readonly<Record<string, unknown>>;

export type SettingsRow = ProductRow<SheetProduct, Settings>;

/** Reads the rows of a sheet as settings of products. Products that the sheet does not contain are not changed. */
export const readRows = (
  sheet: ReadSheet,
  watchdog: Watchdog,
  products: readonly SheetProduct[],
): ProductRows<SheetProduct, Settings> =>
  readProductRows(sheet, {
    products,
    noun: 'tracked product',
    valueHeaders: settingColumns(watchdog).map(([, { header }]) => header),
    readValues: (cells) => readSettings(cells, watchdog),
  });

const isNone = (cell: Cell): boolean => textOf(cell).toLowerCase() === NO_THRESHOLD;

/** Reads the settings of a row. An empty cell means the default of the kind. */
function readSettings(cells: (header: string) => Cell, watchdog: Watchdog): ReadValues<Settings> {
  const columns = settingColumns(watchdog);
  const given = columns
    .map(([name, { header }]) => [name, cells(header)] as const)
    .filter(([, cell]) => textOf(cell) !== '');
  const values = Object.fromEntries(
    given.map(([name, cell]) => [name, isNone(cell) ? NO_THRESHOLD : numberOrText(cell)]),
  );
  const parsed = watchdog.ownSettings.safeParse(values);
  if (parsed.success) return { values: parsed.data };
  const problems = parsed.error.issues.map(({ path: [wrong], message }) => {
    const [, column] = columns.find(([name]) => name === wrong) ?? [];
    const cell = column && textOf(cells(column.header));
    const schema = watchdog.ownSettings.shape[String(wrong)];
    const allowed = schema ? `allowed is ${allowedText(schema)}, or an empty cell` : message;
    return { column: column?.header ?? null, reason: `"${shortenedCell(cell ?? '')}" is not possible (${allowed})` };
  });
  return { problems };
}
