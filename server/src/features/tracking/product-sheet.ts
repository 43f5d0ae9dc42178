import { AppError } from '@app/shared/base/errors.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { importProducts } from '@app/shared/contract/product-sheet.ts';
import type { ImportOutcome } from '@app/shared/contract/spreadsheets.ts';
import { wordOfState } from '@app/shared/domain/tracking.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { problemsText } from '../../lib/spreadsheet/sheet-layout.ts';
import { readUpload } from '../../lib/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '../../lib/spreadsheet/write-spreadsheet.ts';
import { outcomeOf, requireSeen } from '../catalog/product-sheet/import-outcome.ts';
import { productColumns } from '../catalog/product-sheet/product-columns.ts';
import type { ProductRow, ProductRows } from '../catalog/product-sheet/read-product-rows.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import { listProducts, type ListedProduct } from './listed-product-queries.ts';
import { readSheetChoices, shortNameColumn, trackingColumn, type SheetChoice } from './sheet-choices.ts';
import { saveChoices, type Choice } from './save-choices.ts';
import { soldSince } from './sold-since.ts';

type SheetContext = Pick<Context, 'db' | 'clock'>;

interface SheetProduct extends ListedProduct {
  readonly sellerKey: string;
}

/** Exports short-hand names and tracking of all products that the viewer may choose, as an Excel file. */
export async function exportProductSheet(ctx: SheetContext, actor: Actor): Promise<Uint8Array> {
  const products = await listSheetProducts(ctx, actor);
  return writeSpreadsheet({
    name: 'Products',
    columns: [...productColumns, shortNameColumn, trackingColumn],
    rows: products.map(({ marketplace, asin, sellerKey, name, shortName, state }) => [
      marketplace,
      asin,
      sellerKey,
      name,
      shortName === '' ? null : shortName,
      wordOfState[state],
    ]),
  });
}

function listSheetProducts({ db, clock }: SheetContext, actor: Actor): Promise<readonly SheetProduct[]> {
  return db.snapshot(actor.tenantId, async (tx) => {
    const accounts = await listSellerAccounts(tx, actor);
    const keys = new Map(accounts.map(({ sellerAccountId, sellingPartnerId }) => [sellerAccountId, sellingPartnerId]));
    const products = await listProducts(tx, actor, { soldFrom: soldSince(clock.now()), productIds: null });
    return products.map((product) => ({ ...product, sellerKey: keys.get(product.sellerAccountId) ?? '' }));
  });
}

interface ImportedFile {
  readonly bytes: Uint8Array;
  /** True to return what the import would change without changing anything. */
  readonly isPreview: boolean;
  /** The fingerprint of the changes that the user saw in a preview; absent to apply the file without this check. */
  readonly seen?: string | undefined;
}

/**
 * Applies a file: all rows of listed products, or none if one of them is wrong, or if somebody else has changed one
 * since the user saw the preview of the file.
 */
export async function importProductSheet(
  ctx: SheetContext,
  actor: Actor,
  { bytes, isPreview, seen }: ImportedFile,
): Promise<Answer<typeof importProducts>> {
  const sheet = await readUpload(actor.tenantId, bytes);
  const read = readSheetChoices(sheet, await listSheetProducts(ctx, actor));
  const moved = read.rows.filter(({ product, values }) => isMoved(product, values));
  const outcome = describeImport(read, moved);
  if (isPreview) return outcome;
  if (read.refused.length > 0) throw new AppError('badSpreadsheet', { text: problemsText(sheet, read.refused) });
  requireSeen(outcome, seen);
  if (moved.length === 0) return outcome;
  const choices = new Map(moved.map((row) => [row.product.productId, choiceOf(row)]));
  const change = { choices, accountsSetupDone: false, tracksNewProducts: null, now: ctx.clock.now() };
  const { conflicts, heldBack } = await ctx.db.tenant(actor.tenantId, (tx) => saveChoices(tx, actor, change));
  if (conflicts.length > 0) throw new AppError('importOvertaken');
  return { ...outcome, ...(heldBack > 0 && { heldBack }) };
}

/**
 * `seen` holds the settings that were read before the transaction, so that changes of others since then are noticed.
 */
const choiceOf = ({ product, values: { state, shortName } }: Row): Choice => ({
  state,
  shortName,
  seen: { state: product.state, shortName: product.shortName },
});

type Row = ProductRow<SheetProduct, SheetChoice>;

const isMoved = (before: SheetChoice, after: SheetChoice): boolean =>
  before.state !== after.state || before.shortName !== after.shortName;

function describeImport(
  { rows, skipped, refused }: ProductRows<SheetProduct, SheetChoice>,
  moved: readonly Row[],
): ImportOutcome {
  const [added, removed] = [moved.filter(isTrackedNow), moved.filter(isTrackedNoMore)];
  return outcomeOf({
    added: added.length,
    changed: moved.length - added.length - removed.length,
    removed: removed.length,
    unchanged: rows.length - moved.length,
    rows: moved.map(describeRow),
    skipped,
    refused,
  });
}

const isTrackedNow = ({ product, values }: Row): boolean => values.state === 'tracked' && product.state !== 'tracked';
const isTrackedNoMore = ({ product, values }: Row): boolean =>
  product.state === 'tracked' && values.state !== 'tracked';

const describeRow = ({ line, product, values }: Row) => ({
  line,
  name: product.name,
  changes: [
    { column: shortNameColumn.header, from: product.shortName || null, to: values.shortName || null },
    { column: trackingColumn.header, from: wordOfState[product.state], to: wordOfState[values.state] },
  ].filter(({ from, to }) => from !== to),
});
