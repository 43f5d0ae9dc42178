import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { marketplacesOfSeller } from '../casting/cast.ts';
import type { Listing, Seller } from '../casting/cast.ts';
import { dayMs } from '@app/shared/base/time.ts';

/** The report of a seller's listings. */
export const listingsReport = 'GET_MERCHANT_LISTINGS_ALL_DATA';
/** The report of past orders. It is generated empty, so that orders come only from captured bodies. */
export const ordersReport = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL';

/** Names of bodies that are generated for a seller because no capture contains them. */
export const generatedNames = {
  participations: ({ sellingPartnerId }: Seller): string => `made-${sellingPartnerId}-participations.json`,
  orders: ({ sellingPartnerId }: Seller): string => `made-${sellingPartnerId}-orders.json`,
  listings: ({ sellingPartnerId }: Seller): string => `made-${sellingPartnerId}-listings.json`,
  noOrders: 'made-no-orders.tsv',
  report: ({ sellingPartnerId }: Seller, code: string): string =>
    `made-${sellingPartnerId}-${code}-merchant-listings.tsv`,
};

export interface GeneratedBodies {
  sellers: readonly Seller[];
  /** Listings reports with captured headers of other languages, by name. */
  reports: readonly { name: string; bytes: Buffer; charset: string }[];
  now: Date;
}

/**
 * Writes the bodies that every replay needs before a captured body: participations, listings and a recent order of each
 * seller.
 */
export function writeGeneratedBodies(folder: string, { sellers, reports, now }: GeneratedBodies): void {
  for (const inner of ['sp-api', 'reports', 'notifications']) mkdirSync(join(folder, inner), { recursive: true });
  const answer = (name: string, uri: string, body: unknown): void => {
    writeFileSync(join(folder, 'sp-api', name), JSON.stringify(body));
    writeFileSync(join(folder, 'sp-api', name.replace('.json', '.http.json')), exchange(uri, 'application/json'));
  };
  const report = (name: string, bytes: Buffer, charset: string): void => {
    writeFileSync(join(folder, 'reports', name), bytes);
    writeFileSync(
      join(folder, 'reports', `${name}.http.json`),
      exchange('/document', `text/plain; charset=${charset}`),
    );
  };
  for (const seller of sellers) {
    answer(generatedNames.participations(seller), '/sellers/v1/marketplaceParticipations', participations(seller));
    answer(generatedNames.orders(seller), '/orders/2026-01-01/orders', orders(seller, now));
    answer(generatedNames.listings(seller), '/listings/2021-08-01/items/X', { numberOfResults: 0, items: [] });
    for (const code of marketplacesOfSeller(seller)) {
      report(generatedNames.report(seller, code), Buffer.from(listingsTable(seller, code), 'latin1'), 'Cp1252');
    }
    const message = join(folder, 'notifications', `made-${seller.sellingPartnerId}.json`);
    writeFileSync(message, JSON.stringify(admission(seller)));
  }
  for (const { name, bytes, charset } of reports) report(name, bytes, charset);
  report(generatedNames.noOrders, Buffer.from(`${orderColumns.join('\t')}\n`), 'UTF-8');
}

const exchange = (path: string, contentType: string): string =>
  JSON.stringify({
    request: { method: 'get', uri: `https://made.test${path}` },
    response: { status: { code: 200 }, headers: { 'Content-Type': contentType } },
  });

const participations = (seller: Seller): unknown => ({
  payload: marketplacesOfSeller(seller).map((code) => ({
    marketplace: { id: marketplace(code).id },
    storeName: `Replay ${seller.sellingPartnerId}`,
    participation: { isParticipating: true, hasSuspendedListings: false },
  })),
});

/**
 * Returns a recent order for each listing. Only products that were sold within sixty days are watched, and captured
 * orders are older.
 */
const orders = ({ listings }: Seller, now: Date): unknown => ({
  orders: listings.map(({ marketplace: code, asin }, index) => ({
    orderId: `000-0000000-${String(index).padStart(7, '0')}`,
    createdTime: new Date(now.getTime() - dayMs).toISOString(),
    lastUpdatedTime: new Date(now.getTime() - dayMs).toISOString(),
    salesChannel: { channelName: 'AMAZON', marketplaceId: marketplace(code).id },
    fulfillment: { fulfillmentStatus: 'SHIPPED' },
    orderItems: [{ orderItemId: String(index), quantityOrdered: 1, product: { asin } }],
  })),
});

const orderColumns = ['amazon-order-id', 'purchase-date', 'last-updated-date', 'sales-channel', 'asin', 'quantity'];
const columns = ['item-name', 'seller-sku', 'price', 'quantity', 'asin1', 'fulfillment-channel', 'status'];

/** Returns the cells of a listing in the report. Empty numbers are two NUL bytes, as in real reports. */
const cellsOf = ({ asin, sku }: Listing) => [`Product ${asin}`, sku, '\0\0', '\0\0', asin, 'DEFAULT', 'Active'];

function listingsTable({ listings }: Seller, code: string): string {
  const rows = listings.filter((listing) => listing.marketplace === code);
  return [columns, ...rows.map(cellsOf)].map((row) => `${row.join('\t')}\r\n`).join('');
}

/**
 * Returns a message that is addressed to the seller. The sandbox allows authorisations by each seller to whom a message
 * in its folders is addressed.
 */
const admission = (seller: Seller): unknown => ({
  NotificationType: 'ANY_OFFER_CHANGED',
  Payload: {
    AnyOfferChangedNotification: {
      SellerId: seller.sellingPartnerId,
      OfferChangeTrigger: { MarketplaceId: marketplace(marketplacesOfSeller(seller)[0] ?? 'US').id },
    },
  },
});
