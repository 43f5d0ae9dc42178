import { expect, test } from 'vitest';
import { searchOrders } from './orders.ts';
import type { Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'NA', refreshToken: 'Atzr|refresh' };

const read = async (answer: object) => {
  const asked: Parameters<Caller['ofSeller']>[1][] = [];
  const caller: Caller = {
    ofSeller: async (_access, call) => {
      asked.push(call);
      return answer;
    },
    bytesOfSeller: () => Promise.reject(new Error('not used')),
    grantless: () => Promise.reject(new Error('not used')),
  };
  const question = { marketplaceIds: ['ATVPDKIKX0DER'], since: { changed: new Date(0) }, paginationToken: null };
  return { page: await searchOrders(caller, access, question), asked };
};

const order = (...orderItems: readonly object[]) => ({
  orderId: '1',
  createdTime: '2026-06-01T00:00:00Z',
  lastUpdatedTime: '2026-06-02T00:00:00Z',
  salesChannel: { channelName: 'AMAZON', marketplaceId: 'ATVPDKIKX0DER' },
  fulfillment: { fulfillmentStatus: 'UNSHIPPED' },
  orderItems,
});

const cancelled = { cancellationExecution: { cancelledBy: 'MERCHANT', cancelReason: 'NO_INVENTORY' } };
const requested = { cancellationRequest: { requester: 'BUYER' } };

test.each([
  ['is cancelled', { cancellation: cancelled }, 0],
  ['is cancelled before it is sent', { cancellation: cancelled, fulfillment: { quantityFulfilled: 0 } }, 0],
  ['is cancelled after two units were sent', { cancellation: cancelled, fulfillment: { quantityFulfilled: 2 } }, 2],
  ['shall be cancelled, as the customer has asked', { cancellation: requested }, 3],
  ['is not cancelled and not sent yet', { fulfillment: { quantityFulfilled: 0 } }, 3],
])('of three units of an item that %s, those count that are not cancelled', async (_what, parts, units) => {
  const item = { quantityOrdered: 3, product: { asin: 'B01' }, ...parts };

  const { page, asked } = await read({ orders: [order(item, { quantityOrdered: 1, product: { asin: 'B02' } })] });

  expect(page.orders[0]?.items).toMatchObject([
    { asin: 'B01', units },
    { asin: 'B02', units: 1 },
  ]);
  expect(asked[0]?.query?.['includedData']).toContain('CANCELLATION');
});

test.each([
  ['an empty token', { pagination: { nextToken: '' } }],
  ['no token', { pagination: {} }],
  ['nothing about pages', {}],
])('a page of orders with %s is the last one', async (_what, parts) => {
  const { page } = await read({ orders: [], ...parts });

  expect(page.nextToken).toBeNull();
});

test('an order of another sales channel, which Amazon only ships, is no sale of the marketplace', async () => {
  const item = { quantityOrdered: 1, product: { asin: 'B01' } };
  const elsewhere = { ...order(item), salesChannel: { channelName: 'NON_AMAZON', marketplaceId: 'ATVPDKIKX0DER' } };

  const { page } = await read({ orders: [elsewhere, { ...order(item), orderId: '2' }] });

  expect(page.orders).toMatchObject([{ orderId: '2' }]);
});

test.each([
  ['no fulfilment', undefined],
  ['a fulfilment without status', {}],
])('an order with %s is not taken over, because it may be cancelled', async (_what, fulfillment) => {
  const item = { quantityOrdered: 1, product: { asin: 'B01' } };

  const { page } = await read({
    orders: [
      { ...order(item), fulfillment },
      { ...order(item), orderId: '2' },
    ],
  });

  expect(page.orders).toMatchObject([{ orderId: '2' }]);
  expect(page.refusals).toMatchObject([{ reason: expect.stringContaining('fulfillment') }]);
});
