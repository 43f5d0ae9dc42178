import type { Bundle, ZObject } from 'zapier-platform-core';
import { address } from './address.ts';

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

const sample = {
  id: '4711',
  productId: '4711',
  asin: 'B0C7XK4M2P',
  marketplace: 'US',
  name: 'Cast-iron skillet 26 cm',
  url: 'https://watch.example.com/home#pdet-4711',
  openIssues: { alerts: 1, warnings: 0 },
};

export const findProduct = {
  key: 'find_product',
  noun: 'Product',
  display: { label: 'Find Product', description: 'Finds a tracked product by its ASIN or by words of its name.' },
  operation: {
    inputFields: [{ key: 'words', label: 'ASIN or words', type: 'string', required: true }],
    async perform(z: ZObject, { inputData }: Bundle) {
      const query = new URLSearchParams({ q: String(inputData['words']), limit: '10' });
      const { data } = await z.request<Page>({ url: address(`/api/v1/products?${query.toString()}`) });
      return data.data.map((product) => ({ id: product['productId'], ...product }));
    },
    sample,
    outputFields: [
      { key: 'id', label: 'Product ID' },
      { key: 'asin', label: 'ASIN' },
      { key: 'marketplace', label: 'Marketplace' },
      { key: 'name', label: 'Name' },
      { key: 'url', label: 'Product in Watchpost' },
      { key: 'openIssues__alerts', label: 'Open alerts', type: 'integer' },
      { key: 'openIssues__warnings', label: 'Open warnings', type: 'integer' },
    ],
  },
};
