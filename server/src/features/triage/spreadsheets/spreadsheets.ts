import { AppError } from '@app/shared/base/errors.ts';
import type { SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../../lib/spreadsheet/write-spreadsheet.ts';
import { recordAudit } from '../../accounts/audit.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import { readRows, type RowSettings } from './read-rows.ts';
import { productColumns, settingColumns } from './sheet-columns.ts';
import { listSheetProducts, lockForSettings, saveItemSettings, type ItemSettings } from './spreadsheet-queries.ts';

type SheetContext = Pick<Context, 'db' | 'clock'>;

/** Exports the settings of all tracked products for the kind of this spreadsheet, as an Excel file. */
export async function exportSheet(ctx: SheetContext, actor: Actor, prefix: SpreadsheetPrefix): Promise<Uint8Array> {
  const watchdog = watchdogWith(prefix);
  const products = await ctx.db.tenant(actor.tenantId, (tx) => listSheetProducts(tx, actor, watchdog.type));
  const columns = settingColumns(watchdog);
  return writeSpreadsheet({
    name: watchdog.title,
    columns: [...productColumns, ...columns.map(([, column]) => column)],
    rows: products.map(({ marketplace, asin, sellerKey, name, settings }) => {
      const own = ownSettingsOf(watchdog, settings);
      return [marketplace, asin, sellerKey, name, ...columns.map(([setting]) => asCell(own[setting]))];
    }),
  });
}

const asCell = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** Applies the settings of a file: all rows, or none if one of them is wrong. */
export async function importSheet(
  ctx: SheetContext,
  actor: Actor,
  { prefix, bytes }: { readonly prefix: SpreadsheetPrefix; readonly bytes: Uint8Array },
): Promise<void> {
  const watchdog = watchdogWith(prefix);
  const sheet = await readSpreadsheet(bytes);
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    const products = await listSheetProducts(tx, actor, watchdog.type);
    const { rows, problems } = readRows(sheet, watchdog, products);
    if (problems.length > 0) throw new AppError('badSpreadsheet', { text: problemsText(problems) });
    const items = changedItems(rows, watchdog);
    if (items.length === 0) return;
    const { tenantId } = actor;
    await lockForSettings(
      tx,
      tenantId,
      items.map(({ itemId }) => itemId),
    );
    const version = await nextWorldVersion(tx, tenantId);
    const at = ctx.clock.now();
    await saveItemSettings(tx, { tenantId, type: watchdog.type, items, at, version });
    const details = { products: { to: items.length } };
    const action = 'spreadsheet imported';
    await recordAudit(tx, [{ tenantId, at, actor: actor.email, action, subject: watchdog.title, details }]);
  });
}

function watchdogWith(prefix: SpreadsheetPrefix): Watchdog {
  const watchdog = watchdogs.find(({ spreadsheet }) => spreadsheet?.prefix === prefix);
  if (!watchdog) throw new AppError('notFound');
  return watchdog;
}

const mostProblemsTold = 5;

function problemsText(problems: readonly string[]): string {
  const more = problems.length - mostProblemsTold;
  return [...problems.slice(0, mostProblemsTold), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the items whose settings change. Settings equal to the defaults are stored as `null`, so that a later
 * default applies to them.
 */
function changedItems(rows: readonly RowSettings[], watchdog: Watchdog): ItemSettings[] {
  const defaults = ownSettingsOf(watchdog, null);
  return rows
    .filter(({ product, settings }) => !isSame(ownSettingsOf(watchdog, product.settings), settings))
    .map(({ product: { productId }, settings }) => ({
      itemId: itemIdOf(watchdog.type, productId),
      productId,
      settings: isSame(settings, defaults) ? null : settings,
    }));
}
