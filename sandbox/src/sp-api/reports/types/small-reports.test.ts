import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyEvent } from '../../../world/events/events.ts';
import { isBuyable, type Product } from '../../../world/model/product.ts';
import { hasModels } from '../../testing/amazon-models.ts';
import { sellers, startTestApi, type TestApi } from '../../testing/test-api.ts';
import { reportTypes } from './report-types.ts';
import { askForReport } from '../../testing/report.ts';

const day = 86_400_000;
let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('EU', 1000);
  const found = api.world.products.find(
    (one) => one.marketplace === 'UK' && api.world.listingsOf(one).every(isBuyable) && one.demand.unitsPerDay > 1,
  );
  if (!found) throw new Error('The world has no product suitable for this test');
  product = found;
});

const post = (type: string, more: object = {}) =>
  applyEvent(api.world, { type, asin: product.asin, marketplace: product.marketplace, ...more });
const ask = (type: string, from?: Date) =>
  askForReport(api, { as: sellers.eu, type, marketplace: 'UK', ...(from && { from }) });
const daysAgo = (days: number): Date => new Date(api.clock.now().getTime() - days * day);

describe('The report of seller feedback', () => {
  const type = 'GET_SELLER_FEEDBACK_DATA';

  test('contains only feedback of three stars or fewer', async () => {
    post('feedbackReceived', { rating: 2, comment: 'Late, and no word.' });
    post('feedbackReceived', { rating: 5, comment: 'Great.' });

    const { rows } = await ask(type);

    const [latest] = rows;
    expect(latest).toMatchObject({ Rating: '2', Comments: 'Late, and no word.', Date: '20/11/26' });
    expect(rows.every((row) => Number(row['Rating']) <= 3)).toBe(true);
    const orders = api.world.ordersOf(sellers.eu).map(({ orderId }) => orderId);
    expect(rows.every((row) => orders.includes(row['Order ID'] ?? ''))).toBe(true);
  });

  test('is limited to the requested period', async () => {
    post('feedbackReceived');
    api.clock.advance(day);

    const { rows } = await ask(type, daysAgo(2));

    expect(rows).toHaveLength(1);
    expect((await ask(type, daysAgo(0.5))).status).toBe('CANCELLED');
  });
});

describe('The report of suppressed listings', () => {
  const type = 'GET_MERCHANTS_LISTINGS_FYP_REPORT';

  test('is CANCELLED if no listing is suppressed', async () => {
    expect((await ask(type)).status).toBe('CANCELLED');
  });

  test('contains each suppressed SKU with the reason', async () => {
    post('searchSuppressed');

    const { rows } = await ask(type);

    expect(rows.map((row) => row['SKU'])).toEqual(api.world.listingsOf(product).map(({ sku }) => sku));
    expect(rows[0]).toMatchObject({
      Status: 'Search Suppressed',
      Reason: 'Missing required product information',
      ASIN: product.asin,
      'Status Change Date': 'Nov 20, 2026',
    });
  });
});

describe('The preview of fees', () => {
  const type = 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA';

  test('contains the measurements and estimated fees of each FBA SKU', async () => {
    const before = (await ask(type, daysAgo(4))).rows.find((row) => row['asin'] === product.asin);
    post('fbaFeeChanged', { amount: 9.99 });
    post('packageChanged');

    const after = (await ask(type, daysAgo(4))).rows.find((row) => row['asin'] === product.asin);

    expect(after?.['expected-domestic-fulfilment-fee-per-unit']).toBe('9.99');
    expect(Number(after?.['estimated-fee-total'])).toBeGreaterThan(9.99);
    expect(Number(after?.['longest-side'])).toBeGreaterThan(Number(before?.['longest-side']));
    expect(after).toMatchObject({ 'unit-of-dimension': 'centimeters', 'unit-of-weight': 'grams', currency: 'GBP' });
    expect(after?.['expected-efn-fulfilment-fee-per-unit-de']).toBe('\0\0');
  });

  test('is FATAL unless its start is at least 72 hours ago', async () => {
    expect((await ask(type, daysAgo(2))).status).toBe('FATAL');
    expect((await ask(type)).status).toBe('FATAL');
  });
});

describe('A report with an injected fault', () => {
  const type = 'GET_MERCHANT_LISTINGS_ALL_DATA';

  test('is FATAL once with reportFatal', async () => {
    api.faults.add({ fault: 'reportFatal', operation: type });

    expect((await ask(type)).status).toBe('FATAL');
    expect((await ask(type)).status).toBe('DONE');
  });

  test('is cut in the middle of a row with halfReport', async () => {
    const whole = await ask(type);
    api.faults.add({ fault: 'halfReport' });

    const half = await ask(type);

    expect(half.status).toBe('DONE');
    expect(half.text.length).toBeLessThan(whole.text.length * 0.6);
    expect(half.text.endsWith('\n')).toBe(false);
    expect(Object.keys(half.rows.at(-1) ?? {}).length).toBeLessThan(Object.keys(half.rows[0] ?? {}).length);
  });
});

const captured = join(import.meta.dirname, '../../../../../../shared/reference/captures/reports/header-rows-only.tsv');

describe.skipIf(!hasModels)('The header of a report', () => {
  test.each([
    ['GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA', 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA (EU)'],
    ['GET_SELLER_FEEDBACK_DATA', 'GET_SELLER_FEEDBACK_DATA'],
    ['GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL', 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE'],
  ])('%s equals the captured header', (type, name) => {
    const lines = readFileSync(captured, 'utf8').split('\n');
    const [, ...columns] = lines.find((line) => line.startsWith(`${name}\t`))?.split('\t') ?? [];

    expect(reportTypes[type]?.header(['UK'])).toEqual(columns);
  });
});
