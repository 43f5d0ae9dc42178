import type { Listing } from '../../../world/model/product.ts';
import type { ReportType } from './report-type.ts';

interface Line {
  readonly listing: Listing;
  readonly title: string;
  readonly description: string;
}

const empty = (): string => '';
const zero = (): string => '0';

/** Amazon's columns in Amazon's order. Most are always empty in real reports. */
const columns: Readonly<Record<string, (line: Line) => string>> = {
  'item-name': ({ title }) => title,
  'item-description': ({ description }) => description,
  'listing-id': ({ listing }) => listing.listingId,
  'seller-sku': ({ listing }) => listing.sku,
  price: ({ listing }) => (listing.priceCents / 100).toFixed(2),
  quantity: ({ listing }) => (listing.fulfilledBy === 'AMAZON' ? '' : String(listing.ownQuantity)),
  'open-date': ({ listing }) => `${listing.createdAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  'image-url': empty,
  'item-is-marketplace': () => 'y',
  'product-id-type': () => '1',
  'zshop-shipping-fee': empty,
  'item-note': empty,
  'item-condition': () => '11',
  'zshop-category1': empty,
  'zshop-browse-path': empty,
  'zshop-storefront-feature': empty,
  asin1: ({ listing }) => listing.asin,
  asin2: empty,
  asin3: empty,
  'will-ship-internationally': empty,
  'expedited-shipping': empty,
  'zshop-boldface': empty,
  'product-id': ({ listing }) => listing.asin,
  'bid-for-featured-placement': empty,
  'add-delete': empty,
  'pending-quantity': zero,
  'fulfillment-channel': ({ listing }) => channelOf(listing),
  'merchant-shipping-group': () => 'Default Template',
  status: ({ listing }) => (listing.isActive && !listing.isSuspended ? 'Active' : 'Inactive'),
};

function channelOf({ fulfilledBy, marketplace }: Listing): string {
  if (fulfilledBy === 'MERCHANT') return 'DEFAULT';
  return { US: 'AMAZON_NA', CA: 'AMAZON_NA', IN: 'AMAZON_IN' }[marketplace] ?? 'AMAZON_EU';
}

/** Report of all SKUs of a seller, including closed ones. */
export const merchantListingsReport: ReportType = {
  header: () => Object.keys(columns),
  rows: (world, report, codes) =>
    codes
      .flatMap((code) => world.listingsOfSeller(report.sellerId, code))
      .map((listing) => {
        const product = world.findProduct(listing.asin, listing.marketplace);
        const line = { listing, title: product?.title ?? '', description: product?.description ?? '' };
        return Object.values(columns).map((column) => column(line));
      }),
  isCancelledWhenEmpty: false,
};
