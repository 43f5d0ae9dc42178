import { salesColumns } from '../../sales-spreadsheet/rows/columns.ts';

export type TabId = 'products' | 'alerts' | 'sales' | 'stock' | 'freshness';

/** A tab of the spreadsheet that Watchpost writes. */
export interface TabDefinition {
  readonly id: TabId;
  /** Chosen by us, so that the tab is found after it was renamed, and also if its creation was interrupted. */
  readonly sheetId: number;
  readonly title: string;
  readonly columns: readonly string[];
}

const product = ['Marketplace', 'ASIN', 'Seller', 'Name'];

export const tabs: readonly TabDefinition[] = [
  {
    id: 'products',
    sheetId: 4101,
    title: 'Products',
    columns: [
      ...product,
      'Parent ASIN',
      'Price',
      'Currency',
      'Rating',
      'Reviews',
      'Rank',
      'FBA fee',
      'Alerts',
      'Warnings',
    ],
  },
  {
    id: 'alerts',
    sheetId: 4102,
    title: 'Alerts (30 days)',
    columns: ['Time (UTC)', 'Level', 'Alert', ...product, 'Message'],
  },
  { id: 'sales', sheetId: 4103, title: 'Sales by day', columns: salesColumns.map(({ header }) => header) },
  {
    id: 'stock',
    sheetId: 4104,
    title: 'Stock',
    columns: [...product, 'Amazon: in stock', 'Amazon: inbound', 'Amazon: total', 'Own stock'],
  },
  {
    id: 'freshness',
    sheetId: 4105,
    title: 'Freshness',
    columns: ['Seller', 'Marketplace', 'Source', 'Facts', 'Last checked (UTC)', 'Every (minutes)', 'Late'],
  },
];
