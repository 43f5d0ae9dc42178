import type { Product, WatchdogGroup, WorldItem } from '../../contract/world.ts';
import { ageHoursOf } from '../sales-age.ts';
import { columnOf, toColumns, valueIn, type Column, type Columns } from './columns.ts';
import { itemFields, productFields, unpackItems, unpackProducts } from './packed-rows.ts';
import { calendarsOf, type Calendars } from './packed-sales.ts';

/** Products and items of one version, as the server keeps them for all viewers with the same rights. */
export interface PackedBase {
  readonly calendars: Calendars;
  readonly products: Columns;
  /**
   * For each product, the time since which its sales are known, in milliseconds. It is stored instead of the age, which
   * changes every hour.
   */
  readonly salesKnownAt: Column;
  /** The columns of the items of each kind. */
  readonly items: Readonly<Record<string, Columns>>;
}

interface BaseParts {
  readonly products: readonly Product[];
  /** The times since which sales are known, in the order of the products. */
  readonly salesKnownAt: readonly (Date | null)[];
  readonly items: ReadonlyMap<string, readonly WorldItem[]>;
}

const { ageHours: _, ...keptFields } = productFields;

export const packBase = ({ products, salesKnownAt, items }: BaseParts): PackedBase => ({
  calendars: calendarsOf(products),
  products: toColumns(products, keptFields),
  salesKnownAt: columnOf(salesKnownAt, (at) => at?.getTime() ?? null),
  items: Object.fromEntries([...items].map(([type, ofKind]) => [type, toColumns(ofKind, itemFields)])),
});

interface UnpackedBase {
  readonly products: Product[];
  readonly items: Readonly<Record<string, WatchdogGroup['items']>>;
}

export function unpackBase(base: PackedBase, now: number): UnpackedBase {
  const products = unpackProducts(base.products, base.calendars);
  for (const [index, product] of products.entries()) {
    product.ageHours = ageHoursOf(knownAtOf(base.salesKnownAt, index), now);
  }
  const byId = new Map(products.map((product) => [product.productId, product]));
  const items = Object.entries(base.items).map(([type, columns]) => [type, unpackItems(type, columns, byId)] as const);
  return { products, items: Object.fromEntries(items) };
}

function knownAtOf(column: Column, index: number): number | null {
  const at = valueIn(column, index);
  return typeof at === 'number' ? at : null;
}
