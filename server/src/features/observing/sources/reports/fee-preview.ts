import { isCurrencyCode, toCents, type Money } from '@app/shared/base/money.ts';
import { parsePrice } from '../../../catalog/reports/listings-report.ts';
import type { ColumnNames, Row } from '../../../catalog/reports/report-table.ts';
import type { Observation } from '../../recording/observation.ts';
import { listTrackedListings } from './listing-queries.ts';
import { reportSource } from './report-source.ts';

type Column =
  | 'sku'
  | 'store'
  | 'longest'
  | 'median'
  | 'shortest'
  | 'lengthUnit'
  | 'weight'
  | 'weightUnit'
  | 'tier'
  | 'currency'
  | 'fba';

/** The column names in America and in Europe. */
const columns: ColumnNames<Column> = new Map([
  ['sku', ['sku']],
  ['store', ['amazon-store']],
  ['longest', ['longest-side']],
  ['median', ['median-side']],
  ['shortest', ['shortest-side']],
  ['lengthUnit', ['unit-of-dimension']],
  ['weight', ['item-package-weight']],
  ['weightUnit', ['unit-of-weight']],
  ['tier', ['product-size-tier', 'product-size-weight-band']],
  ['currency', ['currency']],
  ['fba', ['expected-fulfillment-fee-per-unit', 'expected-domestic-fulfilment-fee-per-unit']],
]);

/** The measures of each listing that Amazon ships, and the fee that it expects to charge for sending a unit. */
export const feePreview = reportSource({
  name: 'fee-preview',
  aspects: ['feePreview'],
  everyMinutes: 1440,
  reportType: 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA',
  // Amazon writes this report only once in 72 hours.
  daysBack: 4,
  columns,
  needed: ['sku', 'currency', 'fba'],
  async observe(tx, { table, key, place, observedAt }) {
    const rows = (table?.rows ?? []).filter((row) => ['', place.code, ukAs(place.code)].includes(row('store')));
    const bySku = new Map(rows.map((row) => [row('sku'), row] as const));
    const listings = await listTrackedListings(tx, key);
    // A listing that is missing is shipped by the seller or not measured yet, and gets no observation.
    return listings.flatMap(({ productId, sku }): Observation[] => {
      const row = bySku.get(sku);
      return row ? [{ productId, aspect: 'feePreview', sku, facts: factsOf(row), observedAt }] : [];
    });
  },
});

const ukAs = (code: string): string => (code === 'UK' ? 'GB' : code);

const factsOf = (row: Row<Column>) => ({
  fba: moneyOf(row('fba'), row('currency')),
  sizeTier: row('tier') || null,
  packageDimensions: packageOf(row),
});

function moneyOf(amount: string, currency: string): Money | null {
  // "--" and an empty text mean unknown.
  const cents = amount === '' ? null : parsePrice(amount);
  return cents === null || !isCurrencyCode(currency) ? null : { cents, currency };
}

/**
 * Formats like "30.5 × 20 × 10 cm, 1.25 kg". Numbers such as 1.5 and 1.50 are the same. `null` if a part is missing: the
 * others alone would look like another package.
 */
function packageOf(row: Row<Column>): string | null {
  const numbers = [row('longest'), row('median'), row('shortest'), row('weight')].map(plain);
  const [lengthUnit, weightUnit] = [row('lengthUnit').trim(), row('weightUnit').trim()];
  if (numbers.includes(null) || lengthUnit === '' || weightUnit === '') return null;
  return `${numbers.slice(0, 3).join(' × ')} ${lengthUnit}, ${numbers[3]} ${weightUnit}`;
}

function plain(text: string): string | null {
  const value = Number(text.replace(',', '.'));
  return text === '' || !Number.isFinite(value) || value <= 0 ? null : String(toCents(value) / 100);
}
