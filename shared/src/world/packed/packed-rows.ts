import type { Product, WorldItem } from '../../contract/world.ts';
import { productLinks } from '../../domain/product-links.ts';
import { itemIdOf, parseItemId } from '../../watchdogs/model/item-id.ts';
import { fromColumns, unchanged, valueIn, type Column, type Columns, type RowOf } from './columns.ts';
import { salesFields, unpackSales, type Calendars } from './packed-sales.ts';
import { thresholdFields } from './threshold-fields.ts';

/** All fields but the links, which follow from others. */
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

/** Packs the second of two similar addresses as the length of their common beginning and its own end. */
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

/** Completes the rows in place: copies of thousands of them would take longer than everything else. */
export function unpackProducts(columns: Columns, calendars: Calendars): Product[] {
  const { kept, derived } = splitFields<PackedProduct, DerivedOfProduct>(columns, productParts);
  return fromColumns(kept, addedToProducts).map((row, index) => {
    const product = asKeptProduct(row);
    const largeImage = derived('largeImage', index);
    const [cents, currency] = [derived('cents', index), derived('currency', index)];
    const sold = {
      units: derived('units', index),
      promoted: derived('promoted', index),
      codes: derived('codes', index),
      organic: derived('organic', index),
      organicOrders: derived('organicOrders', index),
    };
    const { imageUrl, marketplace } = product;
    return Object.assign(product, productLinks(product), {
      largeImageUrl: largeImage === null ? null : readSharedBeginning(imageUrl, largeImage),
      sales: unpackSales(sold, calendars[marketplace] ?? []),
      price: cents === null || currency === null ? null : { cents, currency },
    });
  });
}

/** All fields but those of the product, and those that follow from kind and product. */
export const itemFields = {
  ...unchanged<WorldItem>()('productId', 'status', 'issueStatus', 'issueStatusBy', 'issueStatusAt', 'mutedUntil'),
  ...unchanged<WorldItem>()('date', 'settings', 'figures'),
  own: ({ watchDogId }: WorldItem) => parseItemId(watchDogId)?.own ?? null,
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

/** The items of one kind by their keys; those of unknown products are left out. */
export function unpackItems(
  type: string,
  columns: Columns,
  products: ReadonlyMap<string, Product>,
): Record<string, WorldItem> {
  const { kept, derived } = splitFields<PackedItem, DerivedOfItem>(columns, itemParts);
  const items: Record<string, WorldItem> = {};
  for (const [index, row] of fromColumns(kept, addedToItems).entries()) {
    const packed = asKeptItem(row);
    const { productId, mutedUntil } = packed;
    const product = products.get(productId);
    if (!product) continue;
    const own = derived('own', index);
    const watchDogId = itemIdOf(type, productId, own ?? undefined);
    const item: WorldItem = Object.assign(packed, {
      watchDogId,
      watchDogItemId: watchDogId,
      productGroupId: product.productGroupId,
      productCollectionId: null,
      sellerId: product.sellerId,
      marketplace: product.marketplace,
      muted: mutedUntil !== null,
      statusDetails: {
        message: derived('message', index),
        from: derived('from', index),
        to: derived('to', index),
        evidence: derived('evidence', index),
      },
    });
    if (packed.settings.alertThreshold !== undefined) Object.assign(item, thresholdFields(packed));
    const [calmUntil, incidentId] = [derived('calmUntil', index), derived('incidentId', index)];
    if (calmUntil !== null) item.calmUntil = calmUntil;
    if (incidentId !== null) item.incident = { incidentId, cause: derived('cause', index) ?? '' };
    if (derived('isNoCause', index) === true) item.isNoCause = true;
    items[own === null ? productId : watchDogId] = item;
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

/** Separates the fields of rows from those from which others are derived. */
function splitFields<Row, Derived extends keyof Row & string>(
  { count, fields }: Columns,
  names: readonly Derived[],
): { readonly kept: Columns; readonly derived: <Name extends Derived>(name: Name, index: number) => Row[Name] } {
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((one) => one === name)));
  return {
    kept: { count, fields: kept },
    // The columns were made by the packing functions above on our own server, and are not parsed again.
    derived: (name, index) => readField(fields[name], index) as Row[typeof name],
  };
}

const readField = (column: Column | undefined, index: number): unknown => column && valueIn(column, index);

const asKeptProduct = (row: Record<string, unknown>) => row as Omit<PackedProduct, DerivedOfProduct>;
const asKeptItem = (row: Record<string, unknown>) => row as Omit<PackedItem, DerivedOfItem>;
