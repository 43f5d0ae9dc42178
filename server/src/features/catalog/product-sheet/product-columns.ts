import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

/** The columns that identify a product, and a column with its name, which only helps the reader. */
export const productColumns = [
  { header: 'Marketplace', width: 12 },
  { header: 'ASIN', width: 14 },
  { header: 'Seller ID', width: 18 },
  { header: 'Product', help: 'For you to find your way; what stands here is not read', width: 50 },
] as const satisfies readonly SheetColumn[];
