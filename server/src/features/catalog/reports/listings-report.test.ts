import { expect, test } from 'vitest';
import { parseListingsReport } from './listings-report.ts';

const report = (headers: readonly string[], ...rows: readonly (readonly string[])[]): string =>
  [headers, ...rows].map((cells) => `${cells.join('\t')}\r\n`).join('');

const english = ['item-name', 'seller-sku', 'price', 'asin1', 'fulfillment-channel', 'status'];

test('rows become listings', () => {
  const text = report(
    english,
    ['Skillet', 'SK-1', '34.90', 'B000000001', 'DEFAULT', 'Active'],
    ['Kettle', 'KE-1', '', 'B000000002', 'AMAZON_NA', 'Inactive'],
  );

  expect(parseListingsReport(text).listings).toEqual([
    { sku: 'SK-1', asin: 'B000000001', name: 'Skillet', priceCents: 3490, isActive: true },
    { sku: 'KE-1', asin: 'B000000002', name: 'Kettle', priceCents: null, isActive: false },
  ]);
});

test.each([
  ['German', ['Artikelbezeichnung', 'Händler-SKU', 'Preis', 'ASIN 1', 'Versender', 'Status']],
  ['German in the wrong charset', ['Artikelbezeichnung', 'H�ndler-SKU', 'Preis', 'ASIN 1', 'Versender', 'Status']],
  ['German in two wrong charsets', ['Artikelbezeichnung', 'H舅dler-SKU', 'Preis', 'ASIN 1', 'Versender', 'Status']],
  ['French', ['nom-produit', 'sku-vendeur', 'prix', 'asin1', 'canal-traitement', 'état']],
  ['Italian', ["Nome dell'articolo", 'SKU venditore', 'Prezzo', 'asin1', 'Canale di gestione', 'stato']],
  ['Polish', ['nazwa-produktu', 'sku-sprzedawcy', 'cena', 'asin1', 'kanał-realizacji', 'identyfikator-oferty']],
  ['Turkish', ['item-name (ürün adı)', 'seller-sku (satıcı sku)', 'price (fiyat)', 'asin1', 'durum', 'x']],
  ['Japanese', ['商品名', '出品者SKU', '価格', 'ASIN 1', '数量', 'ステータス']],
  ['Chinese', ['商品名称', '卖家 SKU', '价格', 'asin1', '数量', '状态']],
  ['Arabic', ['اسم-المنتج', 'sku-البائع', 'السعر', 'asin1', 'الكمية', 'الحالة']],
  ['Spanish', ['Título del producto', 'SKU del vendedor', 'price', 'asin1', 'Canal de gestión logística', 'estado']],
])('headers in %s are understood', (_language, headers) => {
  const text = report(headers, ['Skillet', 'SK-1', '34,90', 'B000000001', 'DEFAULT', 'Active']);

  expect(parseListingsReport(text).listings).toEqual([
    { sku: 'SK-1', asin: 'B000000001', name: 'Skillet', priceCents: 3490, isActive: true },
  ]);
});

test.each([
  ['Active', true],
  ['Aktiv', true],
  ['Actif', true],
  ['Attivo', true],
  ['Activo', true],
  ['Actief', true],
  ['Ativo', true],
  ['Aktywny', true],
  ['Inactive', false],
  ['Inaktiv', false],
  ['Inattivo', false],
  ['Inactief', false],
  ['Inativo', false],
  ['Nieaktywny', false],
  ['Incomplete', false],
])('a listing with the status "%s" is active: %s', (status, isActive) => {
  const text = report(english, ['Skillet', 'SK-1', '34.90', 'B000000001', 'DEFAULT', status]);

  expect(parseListingsReport(text).listings[0]?.isActive).toBe(isActive);
});

test('a row without an ASIN, or whose cells are NUL bytes, is left out', () => {
  const text = report(
    english,
    ['Draft', 'D-1', '\0\0', '', 'DEFAULT', 'Incomplete'],
    ['', '', '', 'B000000001', '', ''],
  );

  expect(parseListingsReport(text)).toEqual({ listings: [], skipped: 2 });
});

test('a report whose listings all lack their status is damaged', () => {
  const text = report(english, ['Skillet', 'SK-1', '34.90', 'B000000001', 'DEFAULT', '\0\0']);

  expect(() => parseListingsReport(text)).toThrow('no listing has a status');
});

test('a report without a status column lists active listings', () => {
  const text = report(english.slice(0, 5), ['Skillet', 'SK-1', '\0\0', '188864544X', 'DEFAULT']);

  expect(parseListingsReport(text).listings).toMatchObject([{ asin: '188864544X', isActive: true, priceCents: null }]);
});

test.each([
  ['1234.5', 123_450],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1234', 123_400],
  ['1.234', 123_400],
  ['free', null],
  ['9'.repeat(30), null],
])('the price %s is %s cents', (price, cents) => {
  const text = report(english, ['Skillet', 'SK-1', price, 'B000000001', 'DEFAULT', 'Active']);

  expect(parseListingsReport(text).listings[0]?.priceCents).toBe(cents);
});

test.each(['<?xml version="1.0"?><Error/>', '', 'sku\tasin\nA\tB'])('%j is no listings report', (text) => {
  expect(() => parseListingsReport(text)).toThrow('no report with');
});
