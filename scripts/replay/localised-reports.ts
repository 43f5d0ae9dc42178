import * as z from 'zod/mini';

/** For each language, the translated header and its column name. Text fields at this level are notes. */
const captured = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]));

export interface LocalisedReport {
  name: string;
  bytes: Buffer;
  charset: string;
}

const fileOf = (language: string): string => `made-headers-${language}-merchant-listings.tsv`;
const western = new Set(['de', 'fr', 'it', 'es']);
const needed = ['item-name', 'seller-sku', 'price', 'asin1'];

/**
 * Builds a listings report of one row with the captured headers of each language. Western European reports are in
 * Windows-1252, the others in UTF-8, and the German one is also built with a wrong declared charset.
 */
export function localisedReports(text: string): LocalisedReport[] {
  const languages = Object.entries(z.parse(captured, JSON.parse(text))).flatMap(([language, headers]) =>
    typeof headers === 'string' || language === 'mojibake' ? [] : [{ language, headers }],
  );
  return languages.flatMap(({ language, headers }, index) => {
    const document = table(headers, `B0LANG00${String(index).padStart(2, '0')}`);
    if (!western.has(language)) return [{ name: fileOf(language), bytes: Buffer.from(document), charset: 'UTF-8' }];
    const bytes = Buffer.from(document, 'latin1');
    const own = { name: fileOf(language), bytes, charset: 'Cp1252' };
    if (language !== 'de') return [own];
    const other = Buffer.from(table(headers, 'B0LANGDE8U'), 'latin1');
    return [own, { name: fileOf('de-as-utf-8'), bytes: other, charset: 'UTF-8' }];
  });
}

function table(headers: Readonly<Record<string, string>>, asin: string): string {
  const known = Object.entries(headers);
  const missing = needed.filter((column) => !known.some(([, name]) => name === column));
  const columns = [...known, ...missing.map((column) => [column, column] as const)];
  const values: Readonly<Record<string, string>> = {
    'item-name': `Product ${asin}`,
    'seller-sku': `SKU-${asin}`,
    price: '1.234,50',
    asin1: asin,
    status: 'Active',
  };
  return [columns.map(([header]) => header), columns.map(([, column]) => values[column] ?? '\0\0')]
    .map((row) => `${row.join('\t')}\r\n`)
    .join('');
}
