/** The columns of the listings report that are read. */
export type ReportColumn = 'item-name' | 'seller-sku' | 'price' | 'asin1' | 'status';

const names: ReadonlyMap<ReportColumn, readonly string[]> = new Map([
  ['item-name', ['item-name', 'Artikelbezeichnung', 'nom-produit', "Nome dell'articolo", 'Título del producto']],
  ['seller-sku', ['seller-sku', 'Händler-SKU', 'H舅dler-SKU', 'sku-vendeur', 'SKU venditore', 'SKU del vendedor']],
  ['price', ['price', 'Preis', 'prix', 'Prezzo', 'Precio']],
  ['asin1', ['asin1', 'ASIN 1']],
  ['status', ['status', 'état', '騁at', 'stato', 'estado']],
]);

/**
 * Amazon translates the headers by the seller's language, and sends them in one charset and labels them with another:
 * only letters a to z and digits are compared, as most of those arrive whole. Where a wrong charset swallows a letter
 * too, the broken form stands in the list.
 */
const skeleton = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const columnsBySkeleton = new Map(
  [...names].flatMap(([column, translations]) => translations.map((name) => [skeleton(name), column] as const)),
);

/** Where each column that is read stands in a report's first line; absent ones are left out. */
export function findColumns(headers: readonly string[]): ReadonlyMap<ReportColumn, number> {
  const found = new Map<ReportColumn, number>();
  for (const [index, header] of headers.entries()) {
    const column = columnsBySkeleton.get(skeleton(header));
    if (column && !found.has(column)) found.set(column, index);
  }
  return found;
}
