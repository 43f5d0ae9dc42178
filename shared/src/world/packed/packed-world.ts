import type { Product, WatchdogGroup, WorldAnswer, WorldItem } from '../../contract/world.ts';
import { productLinks } from '../../domain/product-links.ts';
import { itemIdOf, parseItemId } from '../../watchdogs/model/item-id.ts';
import { fromColumns, toColumns, type Columns } from './columns.ts';
import { itemKey } from '../item-key.ts';
import { packSales, unpackSales, type Calendars } from './packed-sales.ts';
import { thresholdFields } from './threshold-fields.ts';

/**
 * An answer as it is sent to our own browser: by columns, and without values that follow from others. For 10,000
 * products it is a quarter of the plain answer's size, and a tenth before compression.
 */
export interface PackedWorld extends Omit<WorldAnswer, 'products' | 'watchDogs'> {
  readonly packed: 1;
  readonly calendars: Calendars;
  readonly products: Columns;
  readonly watchDogs: Readonly<Record<string, PackedGroup>>;
}

type PackedGroup = Omit<WatchdogGroup, 'items'> & { readonly items: Columns };

export const isPacked = (answer: WorldAnswer | PackedWorld): answer is PackedWorld => 'packed' in answer;

export function packWorld(world: WorldAnswer): PackedWorld {
  const { calendars, salesOf } = packSales(world.products);
  return {
    ...world,
    packed: 1,
    calendars,
    products: toColumns(world.products.map((product) => packProduct(product, salesOf(product)))),
    watchDogs: Object.fromEntries(
      Object.entries(world.watchDogs).map(([type, group]) => [
        type,
        { ...group, items: toColumns(Object.values(group.items).map(packItem)) },
      ]),
    ),
  };
}

/** `known` are the products that the browser holds: a delta contains changed products only. */
export function unpackWorld(answer: PackedWorld, known: readonly Product[] = []): WorldAnswer {
  const { packed: _, calendars, ...world } = answer;
  const products = fromColumns(world.products).map((row) => unpackProduct(row, calendars));
  const byId = new Map([...known, ...products].map((product) => [product.productId, product]));
  const watchDogs: WorldAnswer['watchDogs'] = {};
  for (const [type, group] of Object.entries(world.watchDogs)) {
    const items = fromColumns(group.items).flatMap((row) => unpackItem(row, type, byId));
    watchDogs[type] = { ...group, items: Object.fromEntries(items.map((item) => [itemKey(item), item])) };
  }
  return { ...world, products, watchDogs };
}

function packProduct(product: Product, sales: ReturnType<ReturnType<typeof packSales>['salesOf']>) {
  const { productUrl: _p, productReviewsUrl: _r, productTopReviewsUrl: _t, productOffersUrl: _o, ...rest } = product;
  const { sales: _s, largeImageUrl, price, ...kept } = rest;
  return {
    ...kept,
    ...sales,
    largeImage: largeImageUrl === null ? null : shareBeginning(product.imageUrl, largeImageUrl),
    cents: price?.cents ?? null,
    currency: price?.currency ?? null,
  };
}

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

type PackedProduct = ReturnType<typeof packProduct>;

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

/** Leaves out the fields of the product and those that follow from kind and product. */
function packItem(item: WorldItem) {
  const { productId, status, issueStatus, issueStatusBy, issueStatusAt, mutedUntil, date, settings, figures } = item;
  const own = parseItemId(item.watchDogId)?.own ?? null;
  const statuses = { status, issueStatus, issueStatusBy, issueStatusAt };
  const calmUntil = item.calmUntil ?? null;
  const { incidentId = null, cause = null } = item.incident ?? {};
  const grouping = { calmUntil, incidentId, cause };
  return { productId, own, ...statuses, mutedUntil, date, settings, figures, ...item.statusDetails, ...grouping };
}

type PackedItem = ReturnType<typeof packItem>;

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
