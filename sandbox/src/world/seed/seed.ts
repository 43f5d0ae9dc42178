import { chandvari } from '../catalogue/chandvari.ts';
import { fennimoor } from '../catalogue/fennimoor.ts';
import { larkhollow } from '../catalogue/larkhollow.ts';
import { marrowby } from '../catalogue/marrowby.ts';
import type { Template } from '../catalogue/template.ts';
import type { Parent } from '../model/parent.ts';
import type { Listing, Product } from '../model/product.ts';
import { createRandom, type Random } from '../random.ts';
import { seedListings } from './listings.ts';
import { seedProduct, type Article } from './product.ts';
import { seededSellers, type Seller } from '../model/seller.ts';
import { categories } from '../catalogue/categories.ts';
import { parentDetailsIn } from './details.ts';

interface SeededWorld {
  readonly sellers: readonly Seller[];
  readonly products: Product[];
  readonly listings: Listing[];
  readonly parents: Parent[];
}

interface Assortment {
  readonly seller: Seller;
  readonly range: readonly Template[];
  /** Number of ASINs per marketplace, in the order of the seller's marketplaces. */
  readonly counts: readonly number[];
}

const ranges = [larkhollow, fennimoor, chandvari, marrowby];
/** 180 products in three accounts, and 25 of the spare seller. */
const counts = [[50, 25], [35, 30], [40], [25]];

const assortments: readonly Assortment[] = seededSellers.map((seller, index) => ({
  seller,
  range: ranges[index] ?? [],
  counts: counts[index] ?? [],
}));

export interface SmallAssortment {
  readonly sellingPartnerId: string;
  readonly products: number;
}

/** Generates the initial world; the same seed and time give the same world. */
export function seedWorld(seed: string, now: Date, only?: SmallAssortment): SeededWorld {
  const world: SeededWorld = { sellers: seededSellers, products: [], listings: [], parents: [] };
  for (const assortment of assortments) {
    if (only && assortment.seller.sellingPartnerId !== only.sellingPartnerId) continue;
    const offered = only ? assortment.counts.map((count) => Math.min(count, only.products)) : assortment.counts;
    seedAssortment(world, { ...assortment, counts: offered }, { seed, now });
  }
  return world;
}

function seedAssortment(world: SeededWorld, assortment: Assortment, { seed, now }: { seed: string; now: Date }): void {
  const { seller, range } = assortment;
  const articles = articlesOf(range, createRandom(`${seed}:articles:${seller.sellingPartnerId}`));
  for (const [index, marketplace] of seller.marketplaces.entries()) {
    const random = createRandom(`${seed}:${seller.sellingPartnerId}:${marketplace}`);
    const offered = articles.slice(0, assortment.counts[index]);
    world.parents.push(...seedParents(offered, seller.sellingPartnerId, marketplace));
    for (const [position, article] of offered.entries()) {
      const product = seedProduct(article, { seller, marketplace, position, now, random });
      world.products.push(product);
      world.listings.push(...seedListings(product, { position, now, random }));
    }
  }
}

/** Creates the articles with their ASINs; an article has the same ASIN in all marketplaces. */
function articlesOf(range: readonly Template[], random: Random): Article[] {
  return range.flatMap((template) => {
    const parentAsin = `B0${random.code(8)}`;
    return template.variants.map((variant) => ({
      template,
      variant,
      parentAsin,
      asin: `B0${random.code(8)}`,
      skuCode: random.code(4),
      ean: `40${random.int(10_000_000_000, 99_999_999_999)}`,
      factor: 1 + random.int(-6, 12) / 100,
    }));
  });
}

/** Returns the distinct parents of a seller's articles in one marketplace. */
function seedParents(articles: readonly Article[], sellerId: string, marketplace: string): Parent[] {
  const firstOfEach = new Map(articles.toReversed().map((article) => [article.parentAsin, article]));
  return [...firstOfEach.values()].toReversed().map(({ parentAsin, template }) => {
    const details = parentDetailsIn(marketplace, template);
    return {
      asin: parentAsin,
      marketplace,
      sellerId,
      brand: template.brand,
      productType: template.productType,
      category: categories[template.category],
      ...details,
      usual: { details },
    };
  });
}
