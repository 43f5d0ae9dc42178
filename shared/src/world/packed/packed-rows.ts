import type { Product, WorldItem } from '../../contract/world.ts';
import { productLinks } from '../../domain/product-links.ts';
import { itemIdOf, parseItemId } from '../../watchdogs/model/item-id.ts';
import { itemKey } from '../item-key.ts';
import { fromColumns, unchanged, type Columns, type RowOf } from './columns.ts';
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

export const unpackProducts = (columns: Columns, calendars: Calendars): Product[] =>
  fromColumns(columns).map((row) => unpackProduct(row, calendars));

/** The items of one kind by their keys; those of unknown products are left out. */
export function unpackItems(
  type: string,
  columns: Columns,
  products: ReadonlyMap<string, Product>,
): Record<string, WorldItem> {
  const items = fromColumns(columns).flatMap((row) => unpackItem(row, type, products));
  return Object.fromEntries(items.map((item) => [itemKey(item), item]));
}

type PackedProduct = RowOf<typeof productFields>;

function unpackProduct(row: Readonly<Record<string, unknown>>, calendars: Calendars): Product {
  const { largeImage, cents, currency, units, promoted, codes, organic, organicOrders, ...kept } = asPackedProduct(row);
  return {
    ...kept,
    ...productLinks(kept),
    largeImageUrl: largeImage === null ? null : readSharedBeginning(kept.imageUrl, largeImage),
    sales: unpackSales({ units, promoted, codes, organic, organicOrders }, calendars[kept.marketplace] ?? []),
    price: cents === null || currency === null ? null : { cents, currency },
  };
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
};

type PackedItem = RowOf<typeof itemFields>;

function unpackItem(
  row: Readonly<Record<string, unknown>>,
  type: string,
  products: ReadonlyMap<string, Product>,
): WorldItem[] {
  const { productId, own, mutedUntil, message, from, to, evidence, ...rest } = asPackedItem(row);
  const { calmUntil, incidentId, cause, ...kept } = rest;
  const product = products.get(productId);
  if (!product) return [];
  const watchDogId = itemIdOf(type, productId, own ?? undefined);
  return [
    {
      watchDogId,
      watchDogItemId: watchDogId,
      productId,
      productGroupId: product.productGroupId,
      productCollectionId: null,
      sellerId: product.sellerId,
      marketplace: product.marketplace,
      ...kept,
      ...thresholdFields(kept),
      muted: mutedUntil !== null,
      mutedUntil,
      statusDetails: { message, from, to, evidence },
      ...(calmUntil !== null && { calmUntil }),
      ...(incidentId !== null && { incident: { incidentId, cause: cause ?? '' } }),
    },
  ];
}

/** The columns were made by the packing functions above on our own server, and are not parsed again. */
const asPackedProduct = (row: Readonly<Record<string, unknown>>): PackedProduct => row as PackedProduct;
const asPackedItem = (row: Readonly<Record<string, unknown>>): PackedItem => row as PackedItem;
