import type { Product, WorldItem } from '../../contract/world.ts';
import { productLinks } from '../../domain/product-links.ts';
import { itemIdOf, ownNumberOf } from '../../watchdogs/model/item-id.ts';
import { fromColumns, unchanged, type Column, type Columns, type RowOf } from './columns.ts';
import { salesFields, unpackSales, type Calendars } from './packed-sales.ts';
import { thresholdFields } from './threshold-fields.ts';

/** All fields of a product except the links, which are derived from other fields. */
export const productFields = {
  ...unchanged<Product>()('productId', 'productGroupId', 'productGroupProductIds', 'marketplace', 'sellerId', 'asin1'),
  ...unchanged<Product>()('productName', 'productTitle', 'shortName', 'brand', 'show', 'active', 'imageUrl'),
  ...unchanged<Product>()('starRating', 'reviewCount', 'bsrRank', 'ageHours', 'adSpend', 'earlierSales'),
  ...unchanged<Product>()('fbaFeeEstimate', 'isAdultFlag', 'totalQty', 'inStockQty', 'inboundQty', 'fbmQty'),
  ...salesFields,
  largeImage: ({ imageUrl, largeImageUrl }: Product) =>
    largeImageUrl === null ? null : shareBeginning(imageUrl, largeImageUrl),
  cents: ({ price }: Product) => price?.cents ?? null,
  currency: ({ price }: Product) => price?.currency ?? null,
};

/**
 * Packs the second of two similar addresses: the length of the beginning that both share, and the rest of the second
 * one.
 */
function shareBeginning(address: string | null, other: string): string {
  const most = Math.min(address?.length ?? 0, other.length);
  let shared = 0;
  while (shared < most && address?.[shared] === other[shared]) shared += 1;
  return `${shared} ${other.slice(shared)}`;
}

function readSharedBeginning(address: string | null, packed: string): string {
  const space = packed.indexOf(' ');
  return (address ?? '').slice(0, Number(packed.slice(0, space))) + packed.slice(space + 1);
}

type PackedProduct = RowOf<typeof productFields>;
type DerivedOfProduct = 'largeImage' | 'cents' | 'currency' | keyof typeof salesFields;

/**
 * Unpacks products. The rows are completed in place, because copying thousands of them would take most of the time. The
 * fields are set one by one, because `Object.assign` takes several times as long.
 */
export function unpackProducts(columns: Columns, calendars: Calendars): Product[] {
  const { kept, derived } = splitFields<PackedProduct, DerivedOfProduct>(columns, productParts);
  const [largeImage, cents, currency] = [derived('largeImage'), derived('cents'), derived('currency')];
  const [units, promoted, codes] = [derived('units'), derived('promoted'), derived('codes')];
  const [organic, organicOrders] = [derived('organic'), derived('organicOrders')];
  return fromColumns(kept, addedToProducts).map((row, index) => {
    const product = asProduct(row);
    const links = productLinks(product);
    product.productUrl = links.productUrl;
    product.productReviewsUrl = links.productReviewsUrl;
    product.productTopReviewsUrl = links.productTopReviewsUrl;
    product.productOffersUrl = links.productOffersUrl;
    const large = largeImage(index);
    product.largeImageUrl = large === null ? null : readSharedBeginning(product.imageUrl, large);
    const sold = {
      units: units(index),
      promoted: promoted(index),
      codes: codes(index),
      organic: organic(index),
      organicOrders: organicOrders(index),
    };
    product.sales = unpackSales(sold, calendars[product.marketplace] ?? noDays);
    const [amount, unit] = [cents(index), currency(index)];
    product.price = amount === null || unit === null ? null : { cents: amount, currency: unit };
    return product;
  });
}

const noDays: Calendars[string] = [];

/** The fields of an item, without those that are derived from its kind or its product. */
export const itemFields = {
  ...unchanged<WorldItem>()('productId', 'status', 'issueStatus', 'issueStatusBy', 'issueStatusAt', 'mutedUntil'),
  ...unchanged<WorldItem>()('date', 'settings', 'figures'),
  own: ({ watchDogId }: WorldItem) => ownNumberOf(watchDogId),
  message: ({ statusDetails }: WorldItem) => statusDetails.message,
  from: ({ statusDetails }: WorldItem) => statusDetails.from,
  to: ({ statusDetails }: WorldItem) => statusDetails.to,
  evidence: ({ statusDetails }: WorldItem) => statusDetails.evidence,
  calmUntil: ({ calmUntil }: WorldItem) => calmUntil ?? null,
  incidentId: ({ incident }: WorldItem) => incident?.incidentId ?? null,
  cause: ({ incident }: WorldItem) => incident?.cause ?? null,
  isNoCause: ({ isNoCause }: WorldItem) => isNoCause ?? null,
};

type PackedItem = RowOf<typeof itemFields>;
type DerivedOfItem =
  | 'own'
  | 'message'
  | 'from'
  | 'to'
  | 'evidence'
  | 'calmUntil'
  | 'incidentId'
  | 'cause'
  | 'isNoCause';

/** Unpacks the items of one kind by their keys. Items of unknown products are left out. */
export function unpackItems(
  type: string,
  columns: Columns,
  products: ReadonlyMap<string, Product>,
): Record<string, WorldItem> {
  const { kept, derived } = splitFields<PackedItem, DerivedOfItem>(columns, itemParts);
  const [own, message, from, to] = [derived('own'), derived('message'), derived('from'), derived('to')];
  const [evidence, calmUntil, isNoCause] = [derived('evidence'), derived('calmUntil'), derived('isNoCause')];
  const [incidentId, cause] = [derived('incidentId'), derived('cause')];
  const items: Record<string, WorldItem> = {};
  for (const [index, row] of fromColumns(kept, addedToItems).entries()) {
    const item = asItem(row);
    const { productId } = item;
    const product = products.get(productId);
    if (!product) continue;
    const number = own(index);
    const watchDogId = itemIdOf(type, productId, number ?? undefined);
    item.watchDogId = watchDogId;
    item.watchDogItemId = watchDogId;
    item.productGroupId = product.productGroupId;
    item.sellerId = product.sellerId;
    item.marketplace = product.marketplace;
    item.muted = item.mutedUntil !== null;
    item.statusDetails = { message: message(index), from: from(index), to: to(index), evidence: evidence(index) };
    if (item.settings['alertThreshold'] !== undefined) Object.assign(item, thresholdFields(item));
    const [until, incident] = [calmUntil(index), incidentId(index)];
    if (until !== null) item.calmUntil = until;
    if (incident !== null) item.incident = { incidentId: incident, cause: cause(index) ?? '' };
    if (isNoCause(index) === true) item.isNoCause = true;
    items[number === null ? productId : watchDogId] = item;
  }
  return items;
}

const productParts: readonly DerivedOfProduct[] = [
  'largeImage',
  'cents',
  'currency',
  'units',
  'promoted',
  'codes',
  'organic',
  'organicOrders',
];
const itemParts: readonly DerivedOfItem[] = [
  'own',
  'message',
  'from',
  'to',
  'evidence',
  'calmUntil',
  'incidentId',
  'cause',
  'isNoCause',
];

const addedToProducts = {
  ageHours: -1,
  productUrl: '',
  productReviewsUrl: '',
  productTopReviewsUrl: '',
  productOffersUrl: '',
  largeImageUrl: null,
  sales: null,
  price: null,
};
const addedToItems = {
  watchDogId: '',
  watchDogItemId: '',
  productGroupId: null,
  productCollectionId: null,
  sellerId: '',
  marketplace: '',
  muted: false,
  statusDetails: null,
};

/**
 * Splits packed fields into those that rows keep and those from which other fields are derived. The latter are read by
 * name and index.
 */
function splitFields<Row, Derived extends keyof Row & string>(
  { count, fields }: Columns,
  names: readonly Derived[],
): { readonly kept: Columns; readonly derived: <Name extends Derived>(name: Name) => (index: number) => Row[Name] } {
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((one) => one === name)));
  return {
    kept: { count, fields: kept },
    // The cast is safe, because our own server made the columns with the packing functions above; they are not
    // validated again.
    derived: (name) => readerOf(fields[name]) as (index: number) => Row[typeof name],
  };
}

function readerOf(column: Column | undefined): (index: number) => unknown {
  if (!column) return () => undefined;
  if ('all' in column) return () => column.all;
  const { each } = column;
  return (index) => each[index];
}

/** The casts are safe, because rows have every field of a product or item; some of the fields are set afterwards. */
const asProduct = (row: Record<string, unknown>) => row as unknown as Product;
const asItem = (row: Record<string, unknown>) => row as unknown as WorldItem;
