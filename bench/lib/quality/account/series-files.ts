import * as cell from './cells.ts';

/** The files of a series and their columns. `docs/alert-series.md` describes the same form for users. */
export const seriesFiles = {
  products: {
    file: 'products.csv',
    columns: { product: cell.name, marketplace: cell.marketplace, brand: cell.unlessEmpty(cell.name) },
    optional: ['brand'],
  },
  buyBox: {
    file: 'buy-box.csv',
    columns: { product: cell.name, at: cell.instant, holder: cell.unlessEmpty(cell.name) },
  },
  sellers: {
    file: 'offers.csv',
    columns: { product: cell.name, at: cell.instant, sellers: cell.unlessEmpty(cell.ids) },
  },
  prices: {
    file: 'prices.csv',
    columns: { product: cell.name, at: cell.instant, price: cell.unlessEmpty(cell.cents) },
  },
  ratings: {
    file: 'ratings.csv',
    columns: {
      product: cell.name,
      at: cell.instant,
      stars: cell.unlessEmpty(cell.starTenths),
      ratings: cell.unlessEmpty(cell.wholeNumber),
    },
  },
  orders: {
    file: 'orders.csv',
    columns: {
      product: cell.name,
      day: cell.day,
      units: cell.unlessEmpty(cell.wholeNumber),
      in_stock: cell.unlessEmpty(cell.yesOrNo),
      expected: cell.unlessEmpty(cell.decimal),
    },
    optional: ['in_stock', 'expected'],
  },
  incidents: {
    file: 'incidents.csv',
    columns: { product: cell.name, kind: cell.kind, from: cell.instant, to: cell.instant },
  },
} as const;
