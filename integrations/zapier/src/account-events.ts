import { productFields, sampleProduct } from './sample-product.ts';
import { subscription } from './subscription.ts';

const eventFields = [
  { key: 'id', label: 'Event ID', primary: true },
  { key: 'at', label: 'Time', type: 'datetime' },
  { key: 'event', label: 'Event' },
];
const sampleOf = (event: string) => ({ id: 'msg_5f0c9a1e7d3b4a68', at: '2026-11-20T10:00:00.000Z', event });

export const productTracked = {
  key: 'product_tracked',
  noun: 'Product',
  display: { label: 'Product Tracked', description: 'Triggers when Watchpost begins to watch a product.' },
  operation: {
    type: 'hook',
    ...subscription('productTracked'),
    sample: {
      ...sampleOf('productTracked'),
      ...sampleProduct,
    },
    outputFields: [...eventFields, ...productFields],
  },
};

export const connectionBroken = {
  key: 'connection_broken',
  noun: 'Connection',
  display: {
    label: 'Connection Broken',
    description: 'Triggers when a seller account or a service must be connected again. For the owner of the account.',
  },
  operation: {
    type: 'hook',
    ...subscription('connectionBroken'),
    sample: {
      ...sampleOf('connectionBroken'),
      connection: {
        name: 'Google Sheets',
        reason: 'Google Sheets no longer lets Watchpost in. Please connect again.',
        url: 'https://watch.example.com/settings#connections',
      },
    },
    outputFields: [
      ...eventFields,
      { key: 'connection__name', label: 'Connection' },
      { key: 'connection__reason', label: 'Reason' },
      { key: 'connection__url', label: 'Connection in Watchpost' },
    ],
  },
};

export const invoicePaid = {
  key: 'invoice_paid',
  noun: 'Invoice',
  display: {
    label: 'Invoice Paid',
    description: 'Triggers when an invoice of Watchpost is paid. For the owner of the account.',
  },
  operation: {
    type: 'hook',
    ...subscription('invoicePaid'),
    sample: {
      ...sampleOf('invoicePaid'),
      invoice: {
        number: 'WP-2026-0007',
        from: '2026-10-01',
        to: '2026-10-30',
        url: 'https://pay.example.com/invoice',
        amount: 49.5,
        currency: 'USD',
      },
    },
    outputFields: [
      ...eventFields,
      { key: 'invoice__number', label: 'Number' },
      { key: 'invoice__amount', label: 'Amount', type: 'number' },
      { key: 'invoice__currency', label: 'Currency' },
      { key: 'invoice__from', label: 'First day' },
      { key: 'invoice__to', label: 'Last day' },
      { key: 'invoice__url', label: 'Invoice at the payment provider' },
    ],
  },
};
