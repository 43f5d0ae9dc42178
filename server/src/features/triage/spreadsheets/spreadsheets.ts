import { AppError } from '@app/shared/base/errors.ts';
import type { ImportOutcome, SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { requireSeen } from '../../catalog/product-sheet/import-outcome.ts';
import { productColumns } from '../../catalog/product-sheet/product-columns.ts';
import { readUpload } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import { problemsText } from '../../../lib/spreadsheet/sheet-layout.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../../lib/spreadsheet/write-spreadsheet.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { listDefaults } from '../../judging/settings/default-queries.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import { planImport } from './plan-import.ts';
import { readRows } from './read-rows.ts';
import { settingColumns } from './setting-columns.ts';
import { listSheetProducts, lockForSettings, saveItemSettings } from './spreadsheet-queries.ts';

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

interface ImportedFile {
  readonly prefix: SpreadsheetPrefix;
  readonly bytes: Uint8Array;
  /** True to return what the import would change without changing anything. */
  readonly isPreview: boolean;
  /** The fingerprint of the changes that the user saw in a preview; absent to apply the file without this check. */
  readonly seen?: string | undefined;
}

/**
 * Applies the settings of a file: all rows of tracked products, or none if one of them is wrong, or if somebody else
 * has changed one since the user saw the preview of the file, or since the settings were read.
 */
export async function importSheet(
  ctx: SheetContext,
  actor: Actor,
  { prefix, bytes, isPreview, seen }: ImportedFile,
): Promise<ImportOutcome> {
  const watchdog = watchdogWith(prefix);
  const sheet = await readUpload(actor.tenantId, bytes);
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const plan = async () => {
      const products = await listSheetProducts(tx, actor, watchdog.type);
      const defaults = (await listDefaults(tx, actor)).filter(({ type }) => type === watchdog.type);
      const planned = planImport(readRows(sheet, watchdog, products), watchdog, defaults);
      if (planned.refused.length === 0 || isPreview) return planned;
      throw new AppError('badSpreadsheet', { text: problemsText(sheet, planned.refused) });
    };
    const { items, outcome } = await plan();
    if (isPreview) return outcome;
    requireSeen(outcome, seen);
    if (items.length === 0) return outcome;
    const { tenantId } = actor;
    await lockForSettings(
      tx,
      tenantId,
      items.map(({ itemId }) => itemId),
    );
    const version = await nextWorldVersion(tx, tenantId);
    // Writers of settings take turns from here on. One of them may have changed what was read before.
    requireSeen((await plan()).outcome, outcome.fingerprint);
    const at = ctx.clock.now();
    await saveItemSettings(tx, { tenantId, type: watchdog.type, items, at, version });
    const details = { products: { to: items.length } };
    const action = 'spreadsheet imported';
    await recordAudit(tx, [{ tenantId, at, actor: actor.email, action, subject: watchdog.title, details }]);
    return outcome;
  });
}

function watchdogWith(prefix: SpreadsheetPrefix): Watchdog {
  const watchdog = watchdogs.find(({ spreadsheet }) => spreadsheet?.prefix === prefix);
  if (!watchdog) throw new AppError('notFound');
  return watchdog;
}
