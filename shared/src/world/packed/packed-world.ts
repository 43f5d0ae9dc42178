import type { Product, WatchdogGroup, WorldAnswer } from '../../contract/world.ts';
import { applyDelta } from '../world-change.ts';
import { toColumns, type Columns } from './columns.ts';
import { unpackBase, type PackedBase } from './packed-base.ts';
import { itemFields, productFields, unpackItems, unpackProducts } from './packed-rows.ts';
import { calendarsOf, type Calendars } from './packed-sales.ts';

/**
 * An answer in the form that is sent to our own browser code: by columns, and without values that can be derived. With
 * 10,000 products it has a quarter of the size of the plain answer (a tenth before compression).
 */
export interface PackedWorld extends Omit<WorldAnswer, 'products' | 'watchDogs'> {
  readonly packed: 1;
  readonly calendars: Calendars;
  readonly products: Columns;
  readonly watchDogs: Readonly<Record<string, PackedGroup>>;
}

/**
 * A full answer in two parts: `base` is the world at an earlier version, and the other fields contain the changes since
 * then and the settings of every kind.
 */
export interface PackedFirstLoad extends PackedWorld {
  readonly base: PackedBase;
  /** The server's time in ms. */
  readonly now: number;
}

type PackedGroup = Omit<WatchdogGroup, 'items'> & { readonly items: Columns };

export const isPacked = (answer: WorldAnswer | PackedWorld): answer is PackedWorld => 'packed' in answer;

export const packWorld = (world: WorldAnswer): PackedWorld => ({
  ...world,
  packed: 1,
  calendars: calendarsOf(world.products),
  products: toColumns(world.products, productFields),
  watchDogs: Object.fromEntries(
    Object.entries(world.watchDogs).map(([type, group]) => [
      type,
      { ...group, items: toColumns(Object.values(group.items), itemFields) },
    ]),
  ),
});

/**
 * Unpacks an answer. `known` are the products that the browser already has, because a delta contains changed products
 * only.
 */
export function unpackWorld(answer: PackedWorld | PackedFirstLoad, known: readonly Product[] = []): WorldAnswer {
  if (!('base' in answer)) return unpackChanges(answer, known);
  const { base, now, ...rest } = answer;
  const kept = unpackBase(base, now);
  const changes = unpackChanges(rest, kept.products);
  const world = applyDelta({ ...changes, ...kept, watchDogs: withItems(changes.watchDogs, kept.items) }, changes);
  // `applyDelta` adds a product that is tracked again at the end, so the products are sorted by id.
  return changes.products.length === 0 ? world : { ...world, products: world.products.toSorted(byId) };
}

const withItems = (
  groups: WorldAnswer['watchDogs'],
  items: Readonly<Record<string, WatchdogGroup['items']>>,
): WorldAnswer['watchDogs'] =>
  Object.fromEntries(Object.entries(groups).map(([type, group]) => [type, { ...group, items: items[type] ?? {} }]));

const byId = (one: Product, other: Product): number => Number(one.productId) - Number(other.productId);

function unpackChanges(answer: PackedWorld, known: readonly Product[]): WorldAnswer {
  const { packed: _, calendars, ...world } = answer;
  const products = unpackProducts(world.products, calendars);
  const groups = Object.values(world.watchDogs);
  const hasItems = groups.some(({ items }) => items.count > 0);
  const byProductId = new Map((hasItems ? [...known, ...products] : []).map((product) => [product.productId, product]));
  const watchDogs: WorldAnswer['watchDogs'] = {};
  for (const [type, group] of Object.entries(world.watchDogs)) {
    watchDogs[type] = { ...group, items: unpackItems(type, group.items, byProductId) };
  }
  return { ...world, products, watchDogs };
}
