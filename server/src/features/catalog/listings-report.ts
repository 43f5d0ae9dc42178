import { toCents } from '@app/shared/base/money.ts';
import { findColumns, type ReportColumn } from './report-columns.ts';

export interface ReportedListing {
  readonly sku: string;
  readonly asin: string;
  readonly name: string;
  readonly priceCents: number | null;
  readonly isActive: boolean;
}

export interface ListingsReport {
  readonly listings: readonly ReportedListing[];
  /** Rows without what identifies a listing. */
  readonly skipped: number;
}

/** `null`: not a listings report at all (an error page, another report). */
export function parseListingsReport(text: string): ListingsReport | null {
  const [first = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const columns = findColumns(first.split('\t'));
  if (!columns.has('seller-sku') || !columns.has('asin1')) return null;
  const rows = lines.filter((line) => line.trim() !== '');
  const bySku = new Map<string, ReportedListing>();
  for (const row of rows) {
    const listing = parseRow(row.split('\t'), columns);
    if (listing) bySku.set(listing.sku, listing);
  }
  return { listings: [...bySku.values()], skipped: rows.length - bySku.size };
}

function parseRow(cells: readonly string[], columns: ReadonlyMap<ReportColumn, number>): ReportedListing | null {
  const cell = (column: ReportColumn): string => {
    const index = columns.get(column);
    // Empty cells arrive as two NUL bytes, which no database text may hold.
    return index === undefined ? '' : (cells[index] ?? '').replaceAll('\0', '').trim();
  };
  const sku = cell('seller-sku');
  const asin = cell('asin1');
  if (sku === '' || !/^[A-Z0-9]{10}$/.test(asin)) return null;
  return {
    sku,
    asin,
    name: cell('item-name') || asin,
    priceCents: parsePrice(cell('price')),
    // The report of active listings has no such column.
    isActive: !columns.has('status') || /^a[ck]ti|^attiv/i.test(cell('status')),
  };
}

/** 1234.50, 1,234.50 or 1.234,50: whatever comes last separates the cents. */
function parsePrice(text: string): number | null {
  const match = /^([\d.,\s]*?)(?:[.,](\d{1,2}))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(/\D/g, '') ?? '';
  if (!match || (whole === '' && match[2] === undefined)) return null;
  return toCents(Number(`${whole || '0'}.${match[2] ?? '0'}`));
}
