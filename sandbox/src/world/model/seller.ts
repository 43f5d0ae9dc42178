import type { Region } from '@app/shared/base/marketplaces.ts';

export interface Seller {
  readonly sellingPartnerId: string;
  readonly name: string;
  readonly storeName: string;
  readonly region: Region;
  /** Marketplace codes, the home marketplace first. */
  readonly marketplaces: readonly string[];
  /** Reserved for sign-ups by hand; the demo tenant does not connect it. */
  readonly isSpare: boolean;
}

/** India has its own authorization but uses the European endpoint. */
export type Endpoint = 'NA' | 'EU';
export const endpointOf = (region: Region): Endpoint => (region === 'NA' ? 'NA' : 'EU');

export const seededSellers: readonly Seller[] = [
  {
    sellingPartnerId: 'A2QWN7L4RKH13D',
    name: 'Larkhollow Trading Co.',
    storeName: 'Larkhollow Home',
    region: 'NA',
    marketplaces: ['US', 'CA'],
    isSpare: false,
  },
  {
    sellingPartnerId: 'A1FM00R7V6LQ2E',
    name: 'Fennimoor Living Ltd',
    storeName: 'Fennimoor Living',
    region: 'EU',
    marketplaces: ['UK', 'DE'],
    isSpare: false,
  },
  {
    sellingPartnerId: 'A3CHV9LN8K4TRD',
    name: 'Chandvari Homeware Private Limited',
    storeName: 'Chandvari',
    region: 'IN',
    marketplaces: ['IN'],
    isSpare: false,
  },
  {
    sellingPartnerId: 'A1MRWBY5P8XGZ2',
    name: 'Marrowby Toys & Garden LLC',
    storeName: 'Marrowby',
    region: 'NA',
    marketplaces: ['US'],
    isSpare: true,
  },
];
