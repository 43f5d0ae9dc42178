import { expect, test } from 'vitest';
import { listTransactions } from './finances.ts';
import type { Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

const access: SellerAccess = { sellingPartnerId: 'A1SELLER', region: 'NA', refreshToken: 'Atzr|refresh' };

const read = (...transactions: readonly object[]) => {
  const payload = { transactions, nextToken: '' };
  const caller: Pick<Caller, 'ofSeller'> = { ofSeller: async () => ({ payload }) };
  return listTransactions(caller, access, { postedAfter: new Date(0), nextToken: null });
};

const usd = (currencyAmount: number) => ({ currencyAmount, currencyCode: 'USD' });
const fee = (breakdownType: string, amount: number, breakdowns: readonly object[] = []) => ({
  breakdownType,
  breakdownAmount: usd(amount),
  breakdowns,
});
const shipment = (given: { units?: number; breakdowns?: readonly object[]; [field: string]: unknown }) => ({
  transactionType: 'Shipment',
  postedDate: '2026-06-15T10:00:00Z',
  marketplaceDetails: { marketplaceId: 'ATVPDKIKX0DER' },
  ...given,
  items: [
    {
      contexts: [{ contextType: 'ProductContext', asin: 'B01', sku: 'SK-1', quantityShipped: given.units ?? 1 }],
      breakdowns: given.breakdowns ?? [fee('AmazonFees', -8.1, [fee('FBAPerUnitFulfillmentFee', -5.02)])],
    },
  ],
});

test('the fees for shipping are returned per unit, at any depth of the tree', async () => {
  const parts = [fee('Base', -4), fee('FBAFuelSurcharge', -1.02)];
  const breakdowns = [
    fee('ProductCharges', 60),
    fee('AmazonFees', -13.2, [fee('Commission', -3.2), fee('FBAPerUnitFulfillmentFee', -10.04, parts)]),
  ];

  const { items, nextToken } = await read(shipment({ units: 2, breakdowns }));

  expect(items).toEqual([
    {
      marketplace: 'US',
      sku: 'SK-1',
      postedAt: new Date('2026-06-15T10:00:00Z'),
      fbaPerUnit: { cents: 502, currency: 'USD' },
    },
  ]);
  expect(nextToken).toBeNull();
});

test.each([
  ['a refund', { transactionType: 'Refund' }],
  ['no date', { postedDate: null }],
  ['no units', { units: 0 }],
  ['another marketplace', { marketplaceDetails: { marketplaceId: 'A1VC38T7YXB528' } }],
  ['storage fees only', { breakdowns: [fee('FBAStorageFee', -1)] }],
  ['no shipping fee, because the seller ships it', { breakdowns: [fee('AmazonFees', -3, [fee('Commission', -3)])] }],
])('a transaction with %s yields no shipping fee per unit', async (_what, given) => {
  expect((await read(shipment(given))).items).toEqual([]);
});

test('fees that are not charged for each unit sold are left out of the fee per unit', async () => {
  const others = ['InboundTransportation', 'InboundPlacementService', 'Removal', 'Disposal', 'CustomerReturn'];
  const breakdowns = [fee('FBAPerUnitFulfillmentFee', -5.02), ...others.map((name) => fee(`FBA${name}Fee`, -1))];

  expect((await read(shipment({ breakdowns }))).items).toMatchObject([{ fbaPerUnit: { cents: 502 } }]);
});

test('a fee in a currency that is no code is unknown', async () => {
  const told = { ...fee('FBAPerUnitFulfillmentFee', -5), breakdownAmount: { currencyAmount: -5, currencyCode: '' } };

  expect((await read(shipment({ breakdowns: [told] }))).items).toEqual([]);
});

test('a malformed transaction is refused and does not affect the others', async () => {
  const { items, refusals } = await read(shipment({}), { items: 'none' });

  expect(items).toHaveLength(1);
  expect(refusals).toHaveLength(1);
});
