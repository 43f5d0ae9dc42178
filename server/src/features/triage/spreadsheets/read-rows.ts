import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { columnName, type Cell, type ReadRow, type ReadSheet } from '../../../lib/spreadsheet/spreadsheet.ts';
import { productColumns, settingColumns } from './sheet-columns.ts';
import type { SheetProduct } from './spreadsheet-queries.ts';

export interface RowSettings {
  readonly product: SheetProduct;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface ReadRows {
  readonly rows: readonly RowSettings[];
  /** Errors with their place, in words for people. If there are any, nothing may be applied. */
  readonly problems: readonly string[];
}

/** The position of each known column in the sheet. */
interface Layout {
  readonly sheet: string;
  readonly columns: ReadonlyMap<string, number>;
}

/** Reads the rows of a sheet as settings of products. Products that the sheet does not contain are not changed. */
export function readRows(sheet: ReadSheet, watchdog: Watchdog, products: readonly SheetProduct[]): ReadRows {
  const [head, ...body] = sheet.rows;
  const layout: Layout = {
    sheet: sheet.name,
    columns: new Map((head?.cells ?? []).map((cell, at) => [keyOf(cell), at])),
  };
  const needed = [...productColumns.slice(0, 2), ...settingColumns(watchdog).map(([, column]) => column)];
  const missing = needed.filter(({ header }) => !layout.columns.has(keyOf(header)));
  if (missing.length > 0) {
    const names = missing.map(({ header }) => `"${header}"`).join(', ');
    return { rows: [], problems: [`Sheet "${sheet.name}", row ${head?.number ?? 1}: there is no column ${names}`] };
  }
  const byName = Map.groupBy(products, ({ marketplace, asin }) => `${marketplace} ${asin}`);
  const seen = new Map<string, number>();
  const rows: RowSettings[] = [];
  const problems: string[] = [];
  for (const row of body.filter(({ cells }) => cells.some((cell) => keyOf(cell) !== ''))) {
    const found = findProduct(row, layout, byName);
    const read = typeof found === 'string' ? [found] : readSettings(row, layout, watchdog);
    if (typeof found === 'string' || Array.isArray(read)) {
      problems.push(...(Array.isArray(read) ? read : []));
      continue;
    }
    const before = seen.get(found.productId);
    if (before !== undefined) problems.push(`${placeOf(layout, row)}: the same product as in row ${before}`);
    seen.set(found.productId, row.number);
    rows.push({ product: found, settings: read.settings });
  }
  return { rows, problems };
}

const keyOf = (cell: Cell | undefined): string => textOf(cell).toLowerCase();
const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString() : String(cell).trim();

function placeOf({ sheet, columns }: Layout, row: ReadRow, header?: string): string {
  const at = header === undefined ? undefined : columns.get(keyOf(header));
  const column = at === undefined ? '' : `, column ${columnName(at)} ("${header}")`;
  return `Sheet "${sheet}", row ${row.number}${column}`;
}

const cellOf = (row: ReadRow, { columns }: Layout, header: string): Cell =>
  row.cells[columns.get(keyOf(header)) ?? -1] ?? null;

/**
 * Returns the product of a row, or an error text. The seller id may be empty if only one account sells the product.
 */
function findProduct(
  row: ReadRow,
  layout: Layout,
  byName: ReadonlyMap<string, readonly SheetProduct[]>,
): SheetProduct | string {
  const [marketplaceCell, asinCell, sellerCell] = productColumns.map(({ header }) => cellOf(row, layout, header));
  const [marketplace, asin, sellerKey] = [textOf(marketplaceCell), asinOf(asinCell), textOf(sellerCell)];
  const named = byName.get(`${marketplace.toUpperCase()} ${asin.toUpperCase()}`) ?? [];
  const [product, another] = named.filter((one) => sellerKey === '' || one.sellerKey === sellerKey);
  if (!product)
    return `${placeOf(layout, row, 'ASIN')}: no tracked product ${shortened(asin)} in ${shortened(marketplace)}`;
  if (another) return `${placeOf(layout, row, 'Seller ID')}: several of your accounts sell ${asin}, please say which`;
  return product;
}

type ReadSettings = { readonly settings: Readonly<Record<string, unknown>> };

/** Reads the settings of a row. An empty cell means the default of the kind. */
function readSettings(row: ReadRow, layout: Layout, watchdog: Watchdog): ReadSettings | string[] {
  const columns = settingColumns(watchdog);
  const cells = columns.map(([name, { header }]) => [name, cellOf(row, layout, header)] as const);
  const given = cells.filter(([, cell]) => keyOf(cell) !== '');
  const parsed = watchdog.ownSettings.safeParse(Object.fromEntries(given.map(([name, cell]) => [name, valueOf(cell)])));
  if (parsed.success) return { settings: parsed.data };
  return parsed.error.issues.map((issue) => {
    const [, column] = columns.find(([name]) => name === issue.path[0]) ?? [];
    const cell = column && textOf(cellOf(row, layout, column.header));
    return `${placeOf(layout, row, column?.header)}: "${shortened(cell ?? '')}" is not possible (${issue.message})`;
  });
}

/** The ASIN of a book is its ISBN. Spreadsheet programs turn it into a number and drop its leading zeros. */
const asinOf = (cell: Cell | undefined): string =>
  typeof cell === 'number' ? String(cell).padStart(10, '0') : textOf(cell);

/** Shortens the text of a cell for an error text. */
const shortened = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);

/** Spreadsheet programs often store numbers as text. */
const valueOf = (cell: Cell): Cell =>
  typeof cell === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(cell) ? Number(cell) : cell;
