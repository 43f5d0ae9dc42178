import type { SheetColumn } from '../../../lib/spreadsheet/spreadsheet.ts';

const organic =
  'Without those that Sponsored Products brought within 7 days of a click. Empty on days without reports of advertising';

/** The columns of the file, in the order of the cells of `dayRow`. */
export const salesColumns = [
  { header: 'Marketplace', width: 12 },
  { header: 'ASIN', width: 13 },
  { header: 'Seller', width: 22 },
  { header: 'Name', width: 44 },
  { header: 'Date', help: 'The day of the marketplace, in its time zone', width: 11 },
  { header: 'Units', help: 'Empty when the orders of the day are not known', width: 8 },
  { header: 'Orders', help: 'Orders with at least one unit of the product', width: 8 },
  { header: 'Organic units', help: organic, width: 13 },
  { header: 'Organic orders', help: organic, width: 14 },
  { header: 'Promotion units', help: 'Units sold with at least one promotion code', width: 15 },
  { header: 'Promo codes', help: 'Each code as "code: units/orders", separated by semicolons', width: 30 },
  { header: 'Rank', help: 'Best-seller rank, the average of the hours of the day; kept for 120 days', width: 10 },
  { header: 'Price', help: 'Your own offer at the end of the day; kept for 120 days', width: 10 },
  { header: 'Currency', width: 9 },
  {
    header: 'Stock',
    help: "Units that can be sold at the end of the day, at Amazon's warehouses and at your own; kept for 120 days",
    width: 8,
  },
  { header: 'Final', help: '"no" while the sales of the day may still change', width: 6 },
] as const satisfies readonly SheetColumn[];
