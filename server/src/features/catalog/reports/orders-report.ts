import { marketplaces } from '@app/shared/base/marketplaces.ts';
import {
  ownPromotions,
  priceOfOne,
  type OrderedItem,
  type PlacedOrder,
} from '../../../external/marketplace/operations/orders.ts';
import { readReport, type ColumnNames, type Row } from './report-table.ts';

/** The columns that are read. The columns about the delivery address are never read. */
type Column =
  | 'amazon-order-id'
  | 'purchase-date'
  | 'last-updated-date'
  | 'order-status'
  | 'sales-channel'
  | 'asin'
  | 'item-status'
  | 'quantity'
  | 'currency'
  | 'item-price'
  | 'promotion-ids';

const needed: readonly Column[] = ['amazon-order-id', 'purchase-date', 'last-updated-date', 'asin', 'quantity'];
const optional: readonly Column[] = [
  'order-status',
  'sales-channel',
  'item-status',
  'currency',
  'item-price',
  'promotion-ids',
];
const names: ColumnNames<Column> = new Map([...needed, ...optional].map((name) => [name, [name]]));

/** Marketplaces by the text of the sales channel, such as "Amazon.co.uk". Orders of other channels are left out. */
const byChannel = new Map(marketplaces.map((one) => [one.domain as string, one]));

interface OrderRow {
  readonly orderId: string;
  readonly marketplace: string;
  readonly placedAt: Date;
  readonly updatedAt: Date;
  readonly item: OrderedItem;
}

/** Parses the report of all orders, by their date or by their last change, with one row for each item. */
export function parseOrdersReport(text: string, suspectedLength: number | null): readonly PlacedOrder[] {
  const { rows } = readReport(text, { names, needed, suspectedLength });
  const byOrder = Map.groupBy(
    rows.flatMap((row) => readRow(row) ?? []),
    ({ orderId, marketplace }) => `${orderId} ${marketplace}`,
  );
  return [...byOrder.values()].flatMap((ofOrder) => {
    const [first] = ofOrder;
    if (!first) return [];
    const { orderId, marketplace, placedAt } = first;
    const updatedAt = new Date(Math.max(...ofOrder.map((row) => row.updatedAt.getTime())));
    // `isCancelled` is not needed, because no row of a cancelled order has units.
    return [{ orderId, marketplace, placedAt, updatedAt, isCancelled: false, items: ofOrder.map(({ item }) => item) }];
  });
}

function readRow(cell: Row<Column>): OrderRow | null {
  const marketplace = byChannel.get(cell('sales-channel').toLowerCase());
  const placedAt = new Date(cell('purchase-date'));
  const updatedAt = new Date(cell('last-updated-date'));
  const asin = cell('asin');
  const orderId = cell('amazon-order-id');
  const isDated = !Number.isNaN(placedAt.getTime()) && !Number.isNaN(updatedAt.getTime());
  if (!marketplace || !isDated || asin === '' || orderId === '') return null;
  const isCancelled = [cell('order-status'), cell('item-status')].some((status) => /^cancell?ed$/i.test(status));
  const units = isCancelled ? 0 : Math.max(0, Math.trunc(Number(cell('quantity')) || 0));
  const promotionIds = ownPromotions(cell('promotion-ids').split(','));
  // The price in the report is that of all units of the row.
  const unitPriceCents = cell('currency') === marketplace.currency ? priceOfOne(cell('item-price'), units) : null;
  const item = { asin, units, unitPriceCents, promotionIds };
  return { orderId, marketplace: marketplace.code, placedAt, updatedAt, item };
}
