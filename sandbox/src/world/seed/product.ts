import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { categories } from '../catalogue/categories.ts';
import type { Template } from '../catalogue/template.ts';
import type { Promotion } from '../life/demand.ts';
import type { PackageSize } from '../model/details.ts';
import type { Product, Rival } from '../model/product.ts';
import { createRandom, hashOf, type Random } from '../random.ts';
import { ratingsBy, withRatings } from '../model/ratings-in-time.ts';
import { inventRival } from '../model/rivals.ts';
import { detailsIn } from './details.ts';
import { seedReviews, seedStars } from './reviews.ts';
import { keywordsOf, seedPositions } from './search.ts';
import { seedDemand } from './stock.ts';
import type { Seller } from '../model/seller.ts';

/** An article, independent of the marketplaces in which it is sold. */
export interface Article {
  readonly template: Template;
  readonly variant: string;
  readonly parentAsin: string;
  readonly asin: string;
  readonly skuCode: string;
  readonly ean: string;
  /** Price factor of the variant. */
  readonly factor: number;
}

interface MarketplaceContext {
  readonly seller: Seller;
  readonly marketplace: string;
  /** Index in the seller's range; decides which special states the product has. */
  readonly position: number;
  readonly now: Date;
  readonly random: Random;
}

/** Price factors relative to the home marketplace, close to the exchange rates of 2026. */
const priceFactors: Readonly<Record<string, number>> = { CA: 1.36, DE: 1.17 };

export function seedProduct(article: Article, place: MarketplaceContext): Product {
  const { template, parentAsin, asin } = article;
  const { seller, marketplace, random } = place;
  const priceCents = retailPrice(template.price * article.factor * (priceFactors[marketplace] ?? 1), marketplace);
  const rank = random.int(180, 48_000);
  const details = detailsIn(marketplace, template, article.variant);
  const categoryRank = categoryRankOf(asin, rank / random.int(30, 90));
  const popularity = popularityOf(article, place, { rank, title: details.title });
  const { choiceKeywords, eligibility } = popularity;
  const kind = { productType: template.productType, category: categories[template.category] };
  const thing = sharedFieldsOf(article);
  const { packageSize } = thing;
  const isBestSeller = categoryRank === 1;
  return {
    asin,
    marketplace,
    sellerId: seller.sellingPartnerId,
    parentAsin,
    ...details,
    ...kind,
    ...thing,
    releasedOn: `20${random.int(19, 25)}-${String(random.int(1, 12)).padStart(2, '0')}-15`,
    usual: { details, packageSize, parentAsin, ...kind, isBestSeller, choiceKeywords, eligibility },
    usualPriceCents: priceCents,
    pastPrices: [],
    listPriceCents: retailPrice((priceCents / 100) * 1.25, marketplace),
    rank,
    categoryRank,
    hasMainImage: true,
    hasAddToCart: true,
    rivals: seedRivals(priceCents, random),
    buyBoxSellerId: seller.sellingPartnerId,
    noise: 0,
    isInStory: false,
    ...popularity,
  };
}

/** Returns the fields that are the same in all marketplaces. */
const sharedFieldsOf = (article: Article) => ({
  brand: article.template.brand,
  shape: article.template.shape,
  ean: article.ean,
  weightGrams: 180 + (hashOf(article.asin) % 2400),
  sizesMm: sizesOf(article),
  packageSize: packageOf(article),
});

/** One of this many articles has rank 1 in its category. */
const bestSellerEvery = 16;
const categoryRankOf = (asin: string, estimate: number): number =>
  hashOf(`${asin}:best`) % bestSellerEvery === 0 ? 1 : Math.max(2, Math.round(estimate));

type Popularity = Pick<
  Product,
  'reviews' | 'stars' | 'ratedTimes' | 'choiceKeywords' | 'eligibility' | 'demand' | 'promotions' | 'searchPositions'
>;

/** Ratings, reviews and badges. They have their own random source, so that changes here do not affect other values. */
function popularityOf(
  { asin, template }: Article,
  { marketplace, now, position }: MarketplaceContext,
  { rank, title }: { rank: number; title: string },
): Popularity {
  const random = createRandom(`${asin}:${marketplace}:popularity`);
  const keywords = keywordsOf(title, template.brand);
  const ratedTimes = ratingsBy({ asin, marketplace }, now);
  return {
    reviews: seedReviews(keywords[0] ?? template.shape, now, random),
    stars: withRatings(seedStars(random), { from: 0, to: ratedTimes }),
    ratedTimes,
    searchPositions: seedPositions(keywords, random),
    choiceKeywords: random.chance(0.2) ? keywords.slice(0, 1) : [],
    eligibility: random.chance(0.6) ? 'ELIGIBLE' : 'INELIGIBLE',
    demand: seedDemand(asin, rank, position),
    promotions: seedPromotions(template.brand, random),
  };
}

/** Gives a third of the products a promotion. */
function seedPromotions(brand: string, random: Random): Promotion[] {
  if (!random.chance(0.33)) return [];
  const percent = random.pick([5, 10, 15]);
  return [{ id: `${brand.slice(0, 4).toUpperCase()}${percent}-${random.code(10)}`, share: 0.22, percent }];
}

const sizesOf = ({ asin, ean, skuCode }: Article): [number, number, number] => [
  120 + (hashOf(asin) % 300),
  90 + (hashOf(ean) % 220),
  60 + (hashOf(skuCode) % 180),
];

/** Returns the package size, which is slightly larger and heavier than the item. */
function packageOf(article: Article): PackageSize {
  const [a, b, c] = sizesOf(article)
    .map((size) => Math.round(size * 1.15))
    .toSorted((one, other) => other - one);
  return { sizesMm: [a ?? 0, b ?? 0, c ?? 0], weightGrams: 260 + (hashOf(article.asin) % 2400) };
}

/** Gives every product at least one rival, so that the buy box can be lost without a new seller. */
function seedRivals(priceCents: number, random: Random): Rival[] {
  const rivals: Rival[] = [];
  const count = random.int(1, 4);
  while (rivals.length < count) {
    const rival = inventRival(Math.round(priceCents * (1.02 + random.next() * 0.2)), random);
    if (rivals.every((other) => other.sellerId !== rival.sellerId)) rivals.push({ ...rival, isNewcomer: false });
  }
  return rivals;
}

/** Rounds to a retail price, ending in .99, or in 9 for rupees. */
function retailPrice(amount: number, marketplace: string): number {
  const isRupee = marketplaceOf(marketplace).currency === 'INR';
  return isRupee ? (Math.round(amount / 10) * 10 - 1) * 100 : Math.max(1, Math.round(amount)) * 100 - 1;
}
