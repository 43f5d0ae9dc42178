import type { ColumnNames } from './report-table.ts';

/** The columns of the listings report that are read. */
export type ListingColumn = 'item-name' | 'seller-sku' | 'price' | 'asin1' | 'status';

/** The headers in all languages and broken charsets that were observed. */
export const listingColumns: ColumnNames<ListingColumn> = new Map([
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
  // Contains only languages whose words for "active" are known too: a status in another language would look inactive.
  ['status', ['status', 'état', '騁at', 'stato', 'estado']],
]);
