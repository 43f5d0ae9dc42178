import type { Product, WatchdogGroup, WorldAnswer } from '@app/shared/contract/world.ts';
import { namesWithDefault } from '@app/shared/watchdogs/model/default-settings.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { stockKinds } from '../../products/stock-kinds.ts';

/** A threshold that can have a default. */
export interface DefaultColumn {
  readonly type: string;
  /** The title of the watchdog to which the threshold belongs. */
  readonly title: string;
  readonly name: string;
  readonly header: string;
  readonly help: string;
}

/** The products that a default applies to: those of a seller account or, unless it is `null`, of one brand of it. */
export interface DefaultPlace {
  readonly sellerId: string;
  readonly brand: string | null;
}

/** The most urgent threshold of each watchdog comes last in its declaration, and first on the screen. */
export const defaultColumns: readonly DefaultColumn[] = Object.values(stockKinds).flatMap((type) => {
  const watchdog = watchdogOf(type);
  if (!watchdog) return [];
  const { title, spreadsheet } = watchdog;
  return namesWithDefault(watchdog)
    .toReversed()
    .map((name) => ({ type, title, name, header: '', help: '', ...spreadsheet?.columns[name] }));
});

type Groups = WorldAnswer['watchDogs'];

export const isSamePlace = (a: DefaultPlace, b: DefaultPlace): boolean =>
  a.sellerId === b.sellerId && a.brand === b.brand;

/** The thresholds of one kind that apply at a place by default. */
export const defaultsAt = (groups: Groups, type: string, place: DefaultPlace): Readonly<Record<string, unknown>> =>
  groups[type]?.defaults.find((one) => isSamePlace(one, place))?.settings ?? {};

export const countDefaults = (groups: Groups): number =>
  Object.values(stockKinds)
    .flatMap((type): WatchdogGroup['defaults'] => groups[type]?.defaults ?? [])
    .reduce((sum, { settings }) => sum + Object.keys(settings).length, 0);

/** The brands that have a row of the table, by seller account. */
type BrandRows = ReadonlyMap<string, readonly string[]>;

type StoredDefaults = Pick<WorldAnswer, 'sellerAccounts' | 'watchDogs'>;

/** The rows with which the table opens: those of the brands that have defaults. */
export const brandRows = ({ sellerAccounts, watchDogs }: StoredDefaults): BrandRows =>
  new Map(sellerAccounts.map(({ sellerId }) => [sellerId, brandsWithDefaults(watchDogs, sellerId)]));

/**
 * Adds rows for the brands that have got defaults since; returns the same rows if there are none. Rows are neither moved
 * nor removed while the table is open: a person who has emptied the only default of a brand may be typing in the next
 * field of its row.
 */
export function withStoredRows(rows: BrandRows, stored: StoredDefaults): BrandRows {
  return [...brandRows(stored)]
    .flatMap(([sellerId, brands]) => brands.map((brand) => ({ sellerId, brand })))
    .reduce(withBrandRow, rows);
}

export function withBrandRow(
  rows: BrandRows,
  { sellerId, brand }: DefaultPlace & { readonly brand: string },
): BrandRows {
  const brands = rows.get(sellerId) ?? [];
  return brands.includes(brand) ? rows : new Map(rows).set(sellerId, [...brands, brand]);
}

/** The brands of a seller account that have defaults, by name. */
function brandsWithDefaults(groups: Groups, sellerId: string): readonly string[] {
  const all = Object.values(stockKinds).flatMap((type) => groups[type]?.defaults ?? []);
  return [...new Set(all.flatMap((one) => (one.sellerId === sellerId ? (one.brand ?? []) : [])))].toSorted();
}

const ranked = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b)).map(([brand]) => brand);

/** The brands of each seller account, those with the most products first. */
export function brandsOfSellers(products: readonly Product[]): ReadonlyMap<string, readonly string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { sellerId, brand } of products) {
    if (brand === null) continue;
    const ofSeller = counts.get(sellerId) ?? new Map<string, number>();
    counts.set(sellerId, ofSeller.set(brand, (ofSeller.get(brand) ?? 0) + 1));
  }
  return new Map([...counts].map(([sellerId, ofSeller]) => [sellerId, ranked(ofSeller)]));
}
