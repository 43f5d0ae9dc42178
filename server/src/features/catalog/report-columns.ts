/** The columns of the listings report that are read. */
export type ReportColumn = 'item-name' | 'seller-sku' | 'price' | 'asin1' | 'status';

const names: ReadonlyMap<ReportColumn, readonly string[]> = new Map([
  [
    'item-name',
    [
      'item-name',
      'Artikelbezeichnung',
      'nom-produit',
      "Nome dell'articolo",
      'Título del producto',
      'nazwa-produktu',
      'item-name (ürün adı)',
      '商品名',
      '商品名称',
      'اسم-المنتج',
    ],
  ],
  [
    'seller-sku',
    [
      'seller-sku',
      'Händler-SKU',
      'H舅dler-SKU',
      'sku-vendeur',
      'SKU venditore',
      'SKU del vendedor',
      'sku-sprzedawcy',
      'seller-sku (satıcı sku)',
      '出品者SKU',
      '卖家 SKU',
      'sku-البائع',
    ],
  ],
  ['price', ['price', 'Preis', 'prix', 'Prezzo', 'Precio', 'cena', 'price (fiyat)', '価格', '价格', 'السعر']],
  ['asin1', ['asin1', 'ASIN 1']],
  // Only where the words for "active" are known too: what cannot be read must not look inactive.
  ['status', ['status', 'état', '騁at', 'stato', 'estado']],
]);

/**
 * Amazon translates the headers by the seller's language, and sends them in one charset and labels them with another:
 * where a header is not found as it is, only its letters a to z and digits are compared, as most of those arrive whole.
 * Where a wrong charset swallows a letter too, the broken form stands in the list.
 */
const skeleton = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const whole = (header: string): string => header.trim().toLowerCase();

const columnsBy = (key: (header: string) => string): ReadonlyMap<string, ReportColumn> =>
  new Map([...names].flatMap(([column, words]) => words.map((name) => [key(name), column] as const)));

const columnsByName = columnsBy(whole);
const columnsBySkeleton = columnsBy(skeleton);

function columnOf(header: string): ReportColumn | undefined {
  const bare = skeleton(header);
  return columnsByName.get(whole(header)) ?? (bare === '' ? undefined : columnsBySkeleton.get(bare));
}

/** Where each column that is read stands in a report's first line; absent ones are left out. */
export function findColumns(headers: readonly string[]): ReadonlyMap<ReportColumn, number> {
  const found = new Map<ReportColumn, number>();
  for (const [index, header] of headers.entries()) {
    const column = columnOf(header);
    if (column && !found.has(column)) found.set(column, index);
  }
  return found;
}
