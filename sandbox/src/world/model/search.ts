import type { Product } from './product.ts';
import { createRandom, hashOf } from '../random.ts';
import { ratingCount, shownTenths } from './reviews.ts';
import type { World } from '../world.ts';

/** One unpaid result of a search. */
export interface SearchResult {
  /** Position, starting with 1. */
  readonly position: number;
  readonly asin: string;
  readonly title: string;
  readonly priceCents: number;
  readonly tenths: number;
  readonly ratingCount: number;
  /** The seeded product of the result; undefined if the result is another one. */
  readonly product: Product | undefined;
}

const resultCount = 60;
const makers = ['Alderfen', 'Brightmoor', 'Caskwell', 'Dunmere', 'Eversley', 'Foxtarn', 'Glenhaven', 'Hollowell'];

/** Returns all unpaid results of a phrase, best first: seeded products at their positions, invented ones between. */
export function searchResults(world: World, marketplace: string, phrase: string): SearchResult[] {
  const keyword = phrase.trim().toLowerCase();
  const results = inventResults(marketplace, keyword);
  const ours = world.products
    .filter((product) => product.marketplace === marketplace && isFound(world, product))
    .map((product) => ({ product, position: positionOf(product, keyword) }))
    .filter((found): found is { product: Product; position: number } => found.position !== undefined)
    .toSorted((a, b) => a.position - b.position || (a.product.asin < b.product.asin ? -1 : 1));
  for (const { product, position } of ours) results.splice(position - 1, 0, ownResult(world, product));
  return results.slice(0, resultCount).map((result, index) => ({ ...result, position: index + 1 }));
}

/**
 * Returns the position of a product: the stored one, 1 if the phrase is its ASIN, otherwise one derived from the title.
 */
export function positionOf(product: Product, keyword: string): number | undefined {
  if (product.searchPositions.has(keyword)) return product.searchPositions.get(keyword);
  if (keyword === product.asin.toLowerCase()) return 1;
  const title = product.title.toLowerCase();
  const isInTitle = keyword !== '' && keyword.split(/\s+/).every((word) => title.includes(word));
  return isInTitle ? 1 + (hashOf(`${product.asin}:${keyword}`) % 40) : undefined;
}

const isFound = (world: World, product: Product): boolean =>
  world
    .listingsOf(product)
    .some(({ isActive, isSuspended, suppression }) => isActive && !isSuspended && suppression === undefined);

type UnrankedResult = Omit<SearchResult, 'position'>;

const ownResult = (world: World, product: Product): UnrankedResult => ({
  asin: product.asin,
  title: product.title,
  priceCents: world.listingsOf(product)[0]?.priceCents ?? product.usualPriceCents,
  tenths: shownTenths(product.stars) ?? 0,
  ratingCount: ratingCount(product.stars),
  product,
});

function inventResults(marketplace: string, keyword: string): UnrankedResult[] {
  const random = createRandom(`search:${marketplace}:${keyword}`);
  const thing = keyword.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());
  return Array.from({ length: resultCount }, () => ({
    asin: `B0${random.code(8)}`,
    title: `${random.pick(makers)} ${thing}, ${random.pick(['Classic', 'Large', 'Compact', 'Set of 2', 'Premium'])}`,
    priceCents: random.int(8, 90) * 100 - 1,
    tenths: random.int(34, 48),
    ratingCount: random.int(3, 9000),
    product: undefined,
  }));
}
