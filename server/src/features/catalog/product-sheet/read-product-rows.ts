import { cutAt } from '@app/shared/base/cut-text.ts';
import { textOf } from '../../../lib/spreadsheet/cell-text.ts';
import {
  cellOf,
  filledRows,
  findUnreadable,
  readLayout,
  type LineProblem,
} from '../../../lib/spreadsheet/sheet-layout.ts';
import type { Cell, ReadRow, ReadSheet } from '../../../lib/spreadsheet/spreadsheet.ts';
import { productColumns } from './product-columns.ts';

/** A product as the rows of a sheet name it. */
export interface NamedProduct {
  readonly productId: string;
  readonly marketplace: string;
  readonly asin: string;
  readonly sellerKey: string;
}

export interface ProductRow<Product, Values> {
  readonly line: number;
  readonly product: Product;
  readonly values: Values;
}

export interface ProductRows<Product, Values> {
  readonly rows: readonly ProductRow<Product, Values>[];
  /** Rows of products that are not in the list. */
  readonly skipped: readonly LineProblem[];
  /** Rows with an error. If there are any, nothing may be applied. */
  readonly refused: readonly LineProblem[];
}

/** An error in a cell; `column` is its header. */
type CellProblem = Omit<LineProblem, 'line'>;

export type ReadValues<Values> = { readonly values: Values } | { readonly problems: readonly CellProblem[] };

interface ReadingOptions<Product, Values> {
  readonly products: readonly Product[];
  /** The headers of the columns with values. A sheet that lacks one of them is refused. */
  readonly valueHeaders: readonly string[];
  /** Reads the values from the cells of a row, by header; an empty cell is `null`. */
  readonly readValues: (cells: (header: string) => Cell, product: Product) => ReadValues<Values>;
  /** The noun for a product of the list, for example in the reason why a row is skipped. */
  readonly noun: string;
}

/** Reads rows that each name a product and its values. Products that the sheet does not contain are left out. */
export function readProductRows<Product extends NamedProduct, Values>(
  sheet: ReadSheet,
  reading: ReadingOptions<Product, Values>,
): ProductRows<Product, Values> {
  const productHeaders = productColumns.map(({ header }) => header);
  const read = readLayout(sheet, {
    required: [...productHeaders.slice(0, 2), ...reading.valueHeaders],
    optional: productHeaders.slice(2),
  });
  if ('problems' in read) return { rows: [], skipped: [], refused: read.problems };
  const { layout } = read;
  const byName = Map.groupBy(reading.products, (product) => `${product.marketplace} ${product.asin}`);
  const seen = new Map<string, number>();
  const rows: ProductRow<Product, Values>[] = [];
  const skipped: LineProblem[] = [];
  const refused: LineProblem[] = [];
  for (const row of filledRows(sheet)) {
    const line = row.number;
    const found = findProduct(row, { layout, byName, noun: reading.noun });
    if ('unlisted' in found) {
      skipped.push({ line, ...found.unlisted });
      continue;
    }
    const valued = 'problems' in found ? found : valuesOf(row, { ...reading, layout, product: found.product });
    if ('problems' in found || 'problems' in valued) {
      if ('problems' in valued) refused.push(...valued.problems.map((problem) => ({ line, ...problem })));
      continue;
    }
    const { product } = found;
    const before = seen.get(product.productId);
    seen.set(product.productId, line);
    if (before === undefined) rows.push({ line, product, values: valued.values });
    else refused.push({ line, column: null, reason: `the same product as in row ${before}` });
  }
  return { rows, skipped, refused };
}

type Layout = Parameters<typeof cellOf>[1];

interface Listing<Product> {
  readonly layout: Layout;
  readonly byName: ReadonlyMap<string, readonly Product[]>;
  readonly noun: string;
}

type FoundProduct<Product> =
  | { readonly product: Product }
  | { readonly unlisted: CellProblem }
  | { readonly problems: readonly CellProblem[] };

/** Finds the product of a row. The seller id may be empty if only one account sells the product. */
function findProduct<Product extends NamedProduct>(
  row: ReadRow,
  { layout, byName, noun }: Listing<Product>,
): FoundProduct<Product> {
  const headers = productColumns.slice(0, 3).map(({ header }) => header);
  const problems = unreadableCells(row, layout, headers);
  if (problems.length > 0) return { problems };
  const [marketplaceCell, asinCell, sellerCell] = headers.map((header) => cellOf(row, layout, header));
  const [marketplace, asin, sellerKey] = [textOf(marketplaceCell), asinOf(asinCell), textOf(sellerCell)];
  const named = byName.get(`${marketplace.toUpperCase()} ${asin.toUpperCase()}`) ?? [];
  const [product, another] = named.filter(
    (one) => sellerKey === '' || one.sellerKey.toUpperCase() === sellerKey.toUpperCase(),
  );
  if (!product) {
    const isOfOther = named.length > 0;
    const seller = isOfOther ? ` of the seller ${shortenedCell(sellerKey)}` : '';
    const reason = `no ${noun} ${shortenedCell(asin)}${seller} in ${shortenedCell(marketplace)}`;
    return { unlisted: { column: isOfOther ? 'Seller ID' : 'ASIN', reason } };
  }
  if (!another) return { product };
  return { problems: [{ column: 'Seller ID', reason: `several of your accounts sell ${asin}, please say which` }] };
}

interface ValuedRow<Product, Values> extends Pick<ReadingOptions<Product, Values>, 'valueHeaders' | 'readValues'> {
  readonly layout: Layout;
  readonly product: Product;
}

function valuesOf<Product, Values>(
  row: ReadRow,
  { layout, product, valueHeaders, readValues }: ValuedRow<Product, Values>,
): ReadValues<Values> {
  const problems = unreadableCells(row, layout, valueHeaders);
  return problems.length > 0 ? { problems } : readValues((header) => cellOf(row, layout, header), product);
}

const unreadableCells = (row: ReadRow, layout: Layout, headers: readonly string[]): readonly CellProblem[] =>
  headers.flatMap((column) => {
    const reason = findUnreadable(row, layout, column);
    return reason === null ? [] : [{ column, reason }];
  });

/**
 * Returns the ASIN in a cell. The ASIN of a book is its ISBN, which spreadsheet programs turn into a number, so leading
 * zeros are restored.
 */
function asinOf(cell: Cell | undefined): string {
  const text = textOf(cell);
  return /^\d+$/.test(text) ? text.padStart(10, '0') : text;
}

/** Shortens the text of a cell for the text of an error. */
export const shortenedCell = (text: string): string => (text.length > 50 ? `${cutAt(text, 50)}…` : text);
