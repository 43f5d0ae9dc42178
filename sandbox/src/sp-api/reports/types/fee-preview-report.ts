import { findMarketplace, marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { referralCents } from '../../../world/model/fees.ts';
import type { Listing, Product } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import type { ReportType } from './report-type.ts';

/** Amazon renews the figures every 72 hours and fails reports whose start is less than 72 hours ago. */
const renewedEveryMs = 72 * 3_600_000;
/** Amazon's representation of an empty numeric cell. */
const emptyNumber = '\0\0';

interface Line {
  readonly listing: Listing;
  readonly product: Product;
}

type Column = (line: Line) => string;

const amount = (cents: number): string => (cents / 100).toFixed(2);
const isMetric = ({ product }: Line): boolean => product.marketplace !== 'US';
const centimetres = (millimetres: number): number => millimetres / 10;
const inches = (millimetres: number): number => millimetres / 25.4;

const length =
  (pick: (sizes: Product['packageSize']['sizesMm']) => number): Column =>
  (line) => {
    const millimetres = pick(line.product.packageSize.sizesMm);
    return (isMetric(line) ? centimetres(millimetres) : inches(millimetres)).toFixed(2);
  };

const referral = ({ listing }: Line): number => referralCents(listing.fees, listing.priceCents);
const total = (line: Line): number =>
  referral(line) + line.listing.fees.fbaCents + line.listing.fees.variableClosingCents;

const product: Readonly<Record<string, Column>> = {
  sku: ({ listing }) => listing.sku,
  fnsku: ({ listing }) => `X00${listing.listingId.slice(-7)}`,
  asin: ({ listing }) => listing.asin,
};

const measures: Readonly<Record<string, Column>> = {
  'your-price': ({ listing }) => amount(listing.priceCents),
  'sales-price': ({ listing }) => amount(listing.priceCents),
  'longest-side': length(([longest]) => longest),
  'median-side': length(([, median]) => median),
  'shortest-side': length(([, , shortest]) => shortest),
  'length-and-girth': length(([longest, median, shortest]) => longest + 2 * (median + shortest)),
  'unit-of-dimension': (line) => (isMetric(line) ? 'centimeters' : 'inches'),
  'item-package-weight': (line) => {
    const { weightGrams } = line.product.packageSize;
    return isMetric(line) ? weightGrams.toFixed(2) : (weightGrams / 453.592).toFixed(2);
  },
  'unit-of-weight': (line) => (isMetric(line) ? 'grams' : 'pounds'),
};

const charges: Readonly<Record<string, Column>> = {
  currency: ({ listing }) => marketplaceOf(listing.marketplace).currency,
  'estimated-fee-total': (line) => amount(total(line)),
  'estimated-referral-fee-per-unit': (line) => amount(referral(line)),
  'estimated-variable-closing-fee': ({ listing }) => amount(listing.fees.variableClosingCents),
};

const fulfilment: Column = ({ listing }) => amount(listing.fees.fbaCents);
const unknown: Column = () => emptyNumber;

const american: Readonly<Record<string, Column>> = {
  ...product,
  'amazon-store': ({ listing }) => listing.marketplace,
  'product-name': ({ product: { title } }) => title,
  'product-group': ({ product: { category } }) => category.displayGroupTitle,
  brand: ({ product: { brand } }) => brand,
  'fulfilled-by': () => 'Amazon',
  ...measures,
  'product-size-tier': ({ listing }) => listing.fees.sizeTier,
  ...charges,
  'estimated-order-handling-fee-per-order': unknown,
  'estimated-pick-pack-fee-per-unit': unknown,
  'estimated-weight-handling-fee-per-unit': unknown,
  'expected-fulfillment-fee-per-unit': fulfilment,
};

const european: Readonly<Record<string, Column>> = {
  ...product,
  'product-name': ({ product: { title } }) => title,
  'product-group': ({ product: { category } }) => category.displayGroupTitle,
  brand: ({ product: { brand } }) => brand,
  'fulfilled-by': () => 'Amazon',
  'has-local-inventory': () => 'Yes',
  ...measures,
  'product-size-weight-band': ({ listing }) => listing.fees.sizeTier,
  ...charges,
  'expected-domestic-fulfilment-fee-per-unit': fulfilment,
  ...Object.fromEntries(
    ['uk', 'de', 'fr', 'it', 'es', 'se'].map((place) => [`expected-efn-fulfilment-fee-per-unit-${place}`, unknown]),
  ),
};

const columnsFor = ([code = '']: readonly string[]): Readonly<Record<string, Column>> =>
  findMarketplace(code)?.region === 'EU' ? european : american;

/** Report of the measured dimensions and estimated fees of each FBA SKU. */
export const feePreviewReport: ReportType = {
  header: (codes) => Object.keys(columnsFor(codes)),
  rows: (world, report, codes) =>
    codes
      .flatMap((code) => world.listingsOfSeller(report.sellerId, code))
      .flatMap((listing) => lineOf(world, listing))
      .map((line) => Object.values(columnsFor(codes)).map((column) => column(line))),
  isCancelledWhenEmpty: true,
  whyFatal: ({ dataStartTime, createdAt }) => {
    const isOldEnough = dataStartTime && createdAt.getTime() - dataStartTime.getTime() >= renewedEveryMs;
    return isOldEnough ? undefined : 'dataStartTime must be 72 hours back or more';
  },
};

function lineOf(world: World, listing: Listing): Line[] {
  const found = world.findProduct(listing.asin, listing.marketplace);
  return found && listing.isActive && listing.fulfilledBy === 'AMAZON' ? [{ listing, product: found }] : [];
}
