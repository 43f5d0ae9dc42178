import { beforeEach, describe, expect, test } from 'vitest';
import { applyEvent } from '../../world/events/events.ts';
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

const ask = (query: object) => {
  const place = { granularityType: 'Marketplace', granularityId: US, marketplaceIds: US };
  return api.call({ path: '/fba/inventory/v1/summaries', as, query: { ...place, ...query } });
};
const skusIn = (text: string): string[] => [...text.matchAll(/"sellerSku":"([^"]+)"/g)].map(([, sku]) => sku ?? '');

/** Makes all listings FBA, so that the result needs more than one page. */
const allInWarehouses = () => {
  const listings = api.world.listingsOfSeller(as, 'US');
  for (const listing of listings) Object.assign(listing, { fulfilledBy: 'AMAZON' });
  return listings;
};
const tokenIn = (text: string): string => /"nextToken":"([^"]+)"/.exec(text)?.[1] ?? '';

describe('Stock', () => {
  test('is returned for every FBA SKU, fifty per page', async () => {
    const all = allInWarehouses();
    const first = await ask({});

    const second = await ask({ nextToken: tokenIn(first.text) });

    expect(skusIn(first.text)).toHaveLength(50);
    expect([...skusIn(first.text), ...skusIn(second.text)]).toEqual(all.map(({ sku }) => sku));
    expect(tokenIn(second.text)).toBe('');
  });

  test('page tokens expire after thirty seconds', async () => {
    allInWarehouses();
    const nextToken = tokenIn((await ask({})).text);

    api.clock.advance(30_000);
    const inTime = await ask({ nextToken });
    api.clock.advance(1000);
    const late = await ask({ nextToken });

    expect([inTime.status, late.status]).toEqual([200, 400]);
  });

  test('excludes SKUs that the seller ships', async () => {
    const [, own] = api.world.listingsOf(product);

    expect(own?.fulfilledBy).toBe('MERCHANT');
    expect(skusIn((await ask({ sellerSkus: own?.sku })).text)).toEqual([]);
  });

  test('totals include inbound, reserved and unsellable units', async () => {
    const [listing] = api.world.listingsOf(product);
    if (!listing) throw new Error('The product has no listing');
    Object.assign(listing.stock, { fulfillable: 7, inboundShipped: 5, reserved: 2, unfulfillable: 1, researching: 0 });
    Object.assign(listing.stock, { inboundWorking: 0, inboundReceiving: 0 });

    const { body } = await ask({ sellerSkus: listing.sku, details: 'true' });

    expect(body).toMatchObject({
      payload: {
        inventorySummaries: [
          { totalQuantity: 15, inventoryDetails: { fulfillableQuantity: 7, inboundShippedQuantity: 5 } },
        ],
      },
    });
  });

  test('has no details unless they are requested', async () => {
    expect((await ask({})).text).not.toContain('inventoryDetails');
  });

  test('changes since a time include changed quantities except inbound ones', async () => {
    const since = api.clock.now();
    api.clock.advance(60_000);
    const change = { asin: product.asin, marketplace: product.marketplace, type: 'stockChanged' };
    applyEvent(api.world, { ...change, inbound: 500 });
    const afterInbound = await ask({ startDateTime: since.toISOString() });

    applyEvent(api.world, { ...change, fulfillable: 3 });
    const afterChange = await ask({ startDateTime: since.toISOString() });

    expect(skusIn(afterInbound.text)).toEqual([]);
    expect(skusIn(afterChange.text)).toEqual([api.world.listingsOf(product)[0]?.sku]);
  });
});
