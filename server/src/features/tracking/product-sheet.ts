import { AppError } from '@app/shared/base/errors.ts';
import { mostOutcomeRows, type ImportOutcome } from '@app/shared/contract/spreadsheets.ts';
import { wordOfState } from '@app/shared/domain/tracking.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { problemsText } from '../../lib/spreadsheet/sheet-layout.ts';
import { readUpload } from '../../lib/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '../../lib/spreadsheet/write-spreadsheet.ts';
import { firstLines } from '../catalog/product-sheet/first-lines.ts';
import { productColumns } from '../catalog/product-sheet/product-columns.ts';
import type { ProductRow, ProductRows } from '../catalog/product-sheet/read-product-rows.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import { listProducts, type ListedProduct } from './product-settings-queries.ts';
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
    const products = await listProducts(tx, actor, soldSince(clock.now()));
    return products.map((product) => ({ ...product, sellerKey: keys.get(product.sellerAccountId) ?? '' }));
  });
}

interface ImportedFile {
  readonly bytes: Uint8Array;
  /** Answers what the import would change, and changes nothing. */
  readonly isPreview: boolean;
}

/** Applies a file: all rows of listed products, or none if one of them is wrong. */
export async function importProductSheet(
  ctx: SheetContext,
  actor: Actor,
  { bytes, isPreview }: ImportedFile,
): Promise<ImportOutcome> {
  const sheet = await readUpload(actor.tenantId, bytes);
  const read = readSheetChoices(sheet, await listSheetProducts(ctx, actor));
  const moved = read.rows.filter(({ product, values }) => isMoved(product, values));
  if (isPreview) return outcomeOf(read, moved);
  if (read.refused.length > 0) throw new AppError('badSpreadsheet', { text: problemsText(sheet, read.refused) });
  if (moved.length > 0) {
    const choices = new Map(moved.map(({ product, values }) => [product.productId, choiceOf(values)]));
    const change = { choices, accountsSetupDone: false, tracksNewProducts: null, now: ctx.clock.now() };
    await ctx.db.tenant(actor.tenantId, (tx) => saveChoices(tx, actor, change));
  }
  return outcomeOf(read, moved);
}

const choiceOf = ({ state, shortName }: SheetChoice): Choice => ({ state, shortName, seen: null });

type Row = ProductRow<SheetProduct, SheetChoice>;

const isMoved = (before: SheetChoice, after: SheetChoice): boolean =>
  before.state !== after.state || before.shortName !== after.shortName;

function outcomeOf(
  { rows, skipped, refused }: ProductRows<SheetProduct, SheetChoice>,
  moved: readonly Row[],
): ImportOutcome {
  const [added, removed] = [moved.filter(isTrackedNow), moved.filter(isTrackedNoMore)];
  return {
    added: added.length,
    changed: moved.length - added.length - removed.length,
    removed: removed.length,
    unchanged: rows.length - moved.length,
    rows: moved.slice(0, mostOutcomeRows).map(describeRow),
    skipped: firstLines(skipped),
    refused: firstLines(refused),
  };
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
