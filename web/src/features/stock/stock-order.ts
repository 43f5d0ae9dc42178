import { isBelowLine, rankOfState } from '../products/stock-state.ts';
import type { StockRow } from './stock-rows.ts';

const stockColumns = ['product', 'state', 'daysLeft', 'inStock', 'inbound', 'fbm', 'perDay', 'alertAt'] as const;
export type StockColumn = (typeof stockColumns)[number];

export interface StockOrder {
  readonly by: StockColumn;
  readonly isDescending: boolean;
}

/** The order in which the table opens: shortest runway first. */
export const defaultOrder: StockOrder = { by: 'daysLeft', isDescending: false };

/** The first click on a column sorts in its most useful direction, the next one in the other. */
export function nextOrder(order: StockOrder, by: StockColumn): StockOrder {
  if (order.by === by) return { by, isDescending: !order.isDescending };
  return { by, isDescending: by === 'inStock' || by === 'inbound' || by === 'fbm' || by === 'perDay' };
}

interface SortableRow {
  readonly row: StockRow;
  readonly isTop: boolean;
  readonly key: string | number | null;
}

/** Unknown values come last in either direction. With problems on top, both parts are sorted separately. */
export function inStockOrder(
  rows: readonly StockRow[],
  { order, problemsOnTop }: { readonly order: StockOrder; readonly problemsOnTop: boolean },
): readonly StockRow[] {
  const sign = order.isDescending ? -1 : 1;
  const keyed = rows.map((row): SortableRow => ({
    row,
    isTop: problemsOnTop && isBelowLine(row.state),
    key: keyOf(row, order.by),
  }));
  keyed.sort(
    (a, b) =>
      Number(b.isTop) - Number(a.isTop) ||
      Number(a.key === null) - Number(b.key === null) ||
      sign * compare(a.key, b.key) ||
      compareUsual(a.row, b.row),
  );
  return keyed.map(({ row }) => row);
}

function keyOf(row: StockRow, by: StockColumn): string | number | null {
  switch (by) {
    case 'product':
      return (row.product.shortName ?? row.product.productName).toLowerCase();
    case 'state':
      return rankOfState[row.state];
    case 'daysLeft':
      return row.daysLeft;
    case 'inStock':
      return row.product.inStockQty;
    case 'inbound':
      return row.product.inboundQty;
    case 'fbm':
      return row.product.fbmQty;
    case 'perDay':
      return row.perDay;
    default:
      return alertAt(row);
  }
}

/** The number that the column shows, which is that of the seller's own units where these decide. */
function alertAt({ shipper, thresholds: { alertDays, warningDays, alertUnits } }: StockRow): number | null {
  const inDays = alertDays ?? warningDays;
  return shipper === 'own' ? (alertUnits ?? inDays) : (inDays ?? alertUnits);
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

/** Among equals the worst state comes first, then the shortest runway, then the fastest sales, which lose most. */
const compareUsual = (a: StockRow, b: StockRow): number =>
  rankOfState[a.state] - rankOfState[b.state] ||
  (a.daysLeft ?? never) - (b.daysLeft ?? never) ||
  (b.perDay ?? -1) - (a.perDay ?? -1) ||
  compare(a.product.productId, b.product.productId);

const never = Number.MAX_SAFE_INTEGER;
