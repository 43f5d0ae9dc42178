import { beforeEach, describe, expect, test } from 'vitest';
import type { Product } from '../../world/model/product.ts';
import { eventfulProduct } from '../testing/event-scenes.ts';
import { marketplaceIds, sellers, startTestApi, type TestApi } from '../testing/test-api.ts';

const as = sellers.na;
const US = marketplaceIds.US;

let api: TestApi;
let product: Product;

beforeEach(async () => {
  api = await startTestApi('NA', 60);
  product = eventfulProduct(api.world);
});

const ask = (requests: { id: string; amount?: number; currency?: string; isAmazonFulfilled?: boolean }[]) =>
  api.call({
    method: 'POST',
    path: '/products/fees/v0/feesEstimate',
    as,
    body: requests.map(({ id, amount = 20, currency = 'USD', isAmazonFulfilled = true }) => ({
      FeesEstimateRequest: {
        MarketplaceId: US,
        IsAmazonFulfilled: isAmazonFulfilled,
        PriceToEstimateFees: { ListingPrice: { CurrencyCode: currency, Amount: amount } },
        Identifier: `about ${id}`,
      },
      IdType: id.startsWith('B0') ? 'ASIN' : 'SellerSKU',
      IdValue: id,
    })),
  });

describe('Fees', () => {
  test('are answered in request order; a request that fails has its own error', async () => {
    const skus = api.world.listingsOf(product).map(({ sku }) => sku);
    const ids = ['NO-SUCH-SKU', ...skus, product.asin];

    const { text, body } = await ask(ids.map((id) => ({ id })));

    expect(Object.values(body)).toMatchObject(
      ids.map((id) => ({
        Status: id === 'NO-SUCH-SKU' ? 'ClientError' : 'Success',
        FeesEstimateIdentifier: { IdValue: id, SellerInputIdentifier: `about ${id}` },
      })),
    );
    expect(text).toContain('"Code":"InvalidParameterValue"');
  });

  test('in a currency other than the marketplace’s are an error', async () => {
    expect((await ask([{ id: product.asin, currency: 'EUR' }])).text).toContain('"Status":"ClientError"');
  });

  test('include an FBA fee independent of the price if Amazon fulfils, and none otherwise', async () => {
    const fbaCents = api.world.listingsOf(product)[0]?.fees.fbaCents ?? 0;

    const { body } = await ask([
      { id: product.asin, amount: 20 },
      { id: product.asin, amount: 40 },
      { id: product.asin, amount: 20, isAmazonFulfilled: false },
    ]);

    const fbaFees = Object.values(body).map(
      (one) => /"FBAFees","FeeAmount":\{"CurrencyCode":"USD","Amount":([\d.]+)/.exec(JSON.stringify(one))?.[1],
    );
    expect(fbaFees).toEqual([String(fbaCents / 100), String(fbaCents / 100), undefined]);
  });
});
