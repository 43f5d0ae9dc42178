import type { ImportOutcome } from '@app/shared/contract/spreadsheets.ts';
import { outcomeOf } from '../../catalog/product-sheet/import-outcome.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { defaultsFor, withDefaults, type DefaultSettings } from '@app/shared/watchdogs/model/default-settings.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import type { LineProblem } from '../../../lib/spreadsheet/sheet-layout.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import type { ProductRows } from '../../catalog/product-sheet/read-product-rows.ts';
import type { SettingsRow } from './read-rows.ts';
import { settingColumns } from './setting-columns.ts';
import type { ItemSettings, SheetProduct } from './spreadsheet-queries.ts';

interface ImportPlan {
  /**
   * The items whose settings change. Settings equal to the defaults are stored as `null`, so that a later default
   * applies to them.
   */
  readonly items: readonly ItemSettings[];
  readonly refused: readonly LineProblem[];
  readonly outcome: ImportOutcome;
}

interface PlannedRow extends SettingsRow {
  readonly before: Readonly<Record<string, unknown>>;
  readonly effect: 'added' | 'changed' | 'removed' | 'unchanged';
}

/**
 * Compares the rows of a file with the stored settings. A contradiction is refused only in a row that changes
 * something.
 */
export function planImport(
  { rows, skipped, refused: unread }: ProductRows<SheetProduct, SettingsRow['values']>,
  watchdog: Watchdog,
  defaults: readonly DefaultSettings[],
): ImportPlan {
  const planned = rows.map((row) => planRow(row, watchdog));
  const moved = planned.filter(({ effect }) => effect !== 'unchanged');
  const refused = [...unread, ...moved.flatMap((row) => contradictionsOf(row, watchdog, defaults))];
  const count = (effect: PlannedRow['effect']) => planned.filter((row) => row.effect === effect).length;
  return {
    items: moved.map(({ product: { productId }, values, effect }) => ({
      itemId: itemIdOf(watchdog.type, productId),
      productId,
      settings: effect === 'removed' ? null : values,
    })),
    refused,
    outcome: outcomeOf({
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      unchanged: count('unchanged'),
      rows: moved.map((row) => describeRow(row, watchdog)),
      skipped,
      refused,
    }),
  };
}

function planRow(row: SettingsRow, watchdog: Watchdog): PlannedRow {
  const defaults = ownSettingsOf(watchdog, null);
  const before = ownSettingsOf(watchdog, row.product.settings);
  return { ...row, before, effect: effectOf(row.values, before, defaults) };
}

type Settings = PlannedRow['before'];

function effectOf(settings: Settings, before: Settings, defaults: Settings): PlannedRow['effect'] {
  if (isSame(settings, before)) return 'unchanged';
  if (isSame(settings, defaults)) return 'removed';
  return isSame(before, defaults) ? 'added' : 'changed';
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Finds a contradiction between the values of a row. The defaults of the product's brand and seller account are
 * included, because they apply to empty cells.
 */
function contradictionsOf(
  { line, product, values }: PlannedRow,
  watchdog: Watchdog,
  defaults: readonly DefaultSettings[],
): LineProblem[] {
  const applied = withDefaults(values, defaultsFor(defaults, product));
  const found = watchdog.findContradiction(applied);
  if (!found) return [];
  const [, column] = settingColumns(watchdog).find(([name]) => name === found.setting) ?? [];
  const value = asText(applied[found.setting]) ?? '';
  return [{ line, column: column?.header ?? null, reason: `"${value}" contradicts the alert: ${found.rule}` }];
}

const describeRow = ({ line, product, before, values }: PlannedRow, watchdog: Watchdog) => ({
  line,
  name: product.name,
  changes: settingColumns(watchdog)
    .map(([name, { header }]) => ({ column: header, from: asText(before[name]), to: asText(values[name]) }))
    .filter(({ from, to }) => from !== to),
});

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
