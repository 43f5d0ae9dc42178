import { toCents } from '@app/shared/base/money.ts';
import { DamagedReport } from '../../../external/marketplace/operations/reports.ts';
import { listingColumns, type ListingColumn } from './report-columns.ts';
import { readReport, type Row } from './report-table.ts';

export interface ReportedListing {
  readonly sku: string;
  readonly asin: string;
  readonly name: string;
  readonly priceCents: number | null;
  readonly isActive: boolean;
}

interface ListingsReport {
  readonly listings: readonly ReportedListing[];
  /** The number of rows without a SKU or an ASIN. */
  readonly skipped: number;
}

/** Throws DamagedReport if this is another document or only a part of one. */
export function parseListingsReport(text: string, suspectedLength: number | null = null): ListingsReport {
  const table = readReport(text, { names: listingColumns, needed: ['seller-sku', 'asin1'], suspectedLength });
  const isSilent = table.rows.length > 0 && table.rows.every((row) => row('status') === '');
  if (table.has('status') && isSilent) throw new DamagedReport('no listing has a status');
  const bySku = new Map<string, ReportedListing>();
  for (const row of table.rows) {
    const listing = parseRow(row, table.has('status'));
    if (listing) bySku.set(listing.sku, listing);
  }
  return { listings: [...bySku.values()], skipped: table.rows.length - bySku.size };
}

function parseRow(cell: Row<ListingColumn>, hasStatus: boolean): ReportedListing | null {
  const sku = cell('seller-sku');
  const asin = cell('asin1');
  if (sku === '' || !/^[A-Z0-9]{10}$/.test(asin)) return null;
  return {
    sku,
    asin,
    name: cell('item-name') || asin,
    priceCents: parsePrice(cell('price')),
    // The report of active listings has no status column.
    isActive: !hasStatus || /^a[ck]?t[iy]|^attiv/i.test(cell('status')),
  };
}

/**
 * Reads 1234.50, 1,234.50 or 1.234,50: the last separator precedes the cents. Returns `null` for another text, and for a
 * number that is too large to be a price.
 */
export function parsePrice(text: string): number | null {
  const match = /^([\d.,\s]*?)(?:[.,](\d{1,2}))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(/\D/g, '') ?? '';
  if (!match || (whole === '' && match[2] === undefined)) return null;
  const cents = toCents(Number(`${whole || '0'}.${match[2] ?? '0'}`));
  return Number.isSafeInteger(cents) ? cents : null;
}
