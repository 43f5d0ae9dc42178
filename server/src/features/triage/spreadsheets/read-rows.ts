import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { numberOrText, textOf } from '../../../lib/spreadsheet/cell-text.ts';
import {
  cellOf,
  filledRows,
  findUnreadable,
  readLayout,
  type LineProblem,
} from '../../../lib/spreadsheet/sheet-layout.ts';
import type { Cell, ReadRow, ReadSheet } from '../../../lib/spreadsheet/spreadsheet.ts';
import { allowedText } from './allowed-text.ts';
import { productColumns, settingColumns } from './sheet-columns.ts';
import type { SheetProduct } from './spreadsheet-queries.ts';

type Settings = Readonly<Record<string, unknown>>;

export interface RowSettings {
  readonly line: number;
  readonly product: SheetProduct;
  readonly settings: Settings;
}

export interface ReadRows {
  readonly rows: readonly RowSettings[];
  /** Rows of products that are not tracked. */
  readonly skipped: readonly LineProblem[];
  /** Rows with an error. If there are any, nothing may be applied. */
  readonly refused: readonly LineProblem[];
}

interface SheetReading {
  readonly layout: ReadonlyMap<string, number>;
  readonly watchdog: Watchdog;
  readonly byName: ReadonlyMap<string, readonly SheetProduct[]>;
}

/** Reads the rows of a sheet as settings of products. Products that the sheet does not contain are not changed. */
export function readRows(sheet: ReadSheet, watchdog: Watchdog, products: readonly SheetProduct[]): ReadRows {
  const productHeaders = productColumns.map(({ header }) => header);
  const read = readLayout(sheet, {
    required: [...productHeaders.slice(0, 2), ...settingColumns(watchdog).map(([, { header }]) => header)],
    optional: productHeaders.slice(2),
  });
  if ('problems' in read) return { rows: [], skipped: [], refused: read.problems };
  const byName = Map.groupBy(products, (product) => `${product.marketplace} ${product.asin}`);
  const reading = { layout: read.layout, watchdog, byName };
  const seen = new Map<string, number>();
  const rows: RowSettings[] = [];
  const skipped: LineProblem[] = [];
  const refused: LineProblem[] = [];
  for (const row of filledRows(sheet)) {
    const found = findProduct(row, reading);
    if ('untracked' in found) {
      skipped.push(found.untracked);
      continue;
    }
    const settings = 'problem' in found ? [found.problem] : readSettings(row, reading);
    if ('problem' in found || Array.isArray(settings)) {
      refused.push(...(Array.isArray(settings) ? settings : []));
      continue;
    }
    const { product } = found;
    const before = seen.get(product.productId);
    seen.set(product.productId, row.number);
    if (before !== undefined) {
      refused.push({ line: row.number, column: null, reason: `the same product as in row ${before}` });
      continue;
    }
    rows.push({ line: row.number, product, settings: settings.settings });
  }
  return { rows, skipped, refused };
}

type FoundProduct =
  | { readonly product: SheetProduct }
  | { readonly untracked: LineProblem }
  | { readonly problem: LineProblem };

/** Finds the product of a row. The seller id may be empty if only one account sells the product. */
function findProduct(row: ReadRow, { layout, byName }: SheetReading): FoundProduct {
  const line = row.number;
  const headers = productColumns.slice(0, 3).map(({ header }) => header);
  for (const column of headers) {
    const reason = findUnreadable(row, layout, column);
    if (reason !== null) return { problem: { line, column, reason } };
  }
  const [marketplaceCell, asinCell, sellerCell] = headers.map((header) => cellOf(row, layout, header));
  const [marketplace, asin, sellerKey] = [textOf(marketplaceCell), asinOf(asinCell), textOf(sellerCell)];
  const named = byName.get(`${marketplace.toUpperCase()} ${asin.toUpperCase()}`) ?? [];
  const [product, another] = named.filter((one) => sellerKey === '' || one.sellerKey === sellerKey);
  if (!product) {
    const reason = `no tracked product ${shortened(asin)} in ${shortened(marketplace)}`;
    return { untracked: { line, column: 'ASIN', reason } };
  }
  if (!another) return { product };
  const reason = `several of your accounts sell ${asin}, please say which`;
  return { problem: { line, column: 'Seller ID', reason } };
}

type ReadSettings = { readonly settings: Settings };

/** Reads the settings of a row. An empty cell means the default of the kind. */
function readSettings(row: ReadRow, { layout, watchdog }: SheetReading): ReadSettings | LineProblem[] {
  const line = row.number;
  const columns = settingColumns(watchdog);
  const unreadable = columns.flatMap(([, { header: column }]) => {
    const reason = findUnreadable(row, layout, column);
    return reason === null ? [] : [{ line, column, reason }];
  });
  if (unreadable.length > 0) return unreadable;
  const cells = columns.map(([name, { header }]) => [name, cellOf(row, layout, header)] as const);
  const given = cells.filter(([, cell]) => textOf(cell) !== '');
  const values = Object.fromEntries(given.map(([name, cell]) => [name, numberOrText(cell)]));
  const parsed = watchdog.ownSettings.safeParse(values);
  if (parsed.success) return { settings: parsed.data };
  return parsed.error.issues.map(({ path: [wrong], message }) => {
    const [, column] = columns.find(([name]) => name === wrong) ?? [];
    const cell = column && textOf(cellOf(row, layout, column.header));
    const schema = watchdog.ownSettings.shape[String(wrong)];
    const allowed = schema ? `allowed is ${allowedText(schema)}` : message;
    return { line, column: column?.header ?? null, reason: `"${shortened(cell ?? '')}" is not possible (${allowed})` };
  });
}

/** The ASIN of a book is its ISBN. Spreadsheet programs turn it into a number and drop its leading zeros. */
const asinOf = (cell: Cell | undefined): string =>
  typeof cell === 'number' ? String(cell).padStart(10, '0') : textOf(cell);

/** Shortens the text of a cell for an error text. */
const shortened = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);
