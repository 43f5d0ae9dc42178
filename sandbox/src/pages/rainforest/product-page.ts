import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { pictureLink, shuffleByNoise } from '../../sp-api/noise.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { buyBox } from './buy-box.ts';
import { pageReview, topReviews } from './page-review.ts';
import type { RequestOf } from './request.ts';
import { ratingCount, shownTenths } from '../../world/model/reviews.ts';

/** Returns a product page. An unknown ASIN is answered with success and an empty product, as Rainforest does. */
export function productPage(world: World, { asin, amazon_domain: place }: RequestOf<'product'>): object {
  const product = world.findProduct(asin, place.code);
  return { product: product && isShown(world, product) ? shown(world, product, place) : {} };
}

/** A suspended product that no other seller offers has no page. */
const isShown = (world: World, product: Product): boolean =>
  product.rivals.length > 0 || !world.listingsOf(product).some(({ isSuspended }) => isSuspended);

function shown(world: World, product: Product, place: Marketplace): object {
  const { asin, category, bullets } = product;
  const categories = [category.displayGroupTitle, category.parentTitle, category.title];
  return {
    title: product.title,
    search_alias: { title: category.displayGroupTitle, value: category.displayGroup.split('_')[0] },
    asin,
    link: `https://www.${place.domain}/dp/${asin}`,
    // Some layouts put a zero-width character before the brand.
    brand: product.noise > 0 ? `\u200E${product.brand}` : product.brand,
    sell_on_amazon: true,
    ...(product.parentAsin !== '' && { parent_asin: product.parentAsin }),
    categories: categories.map((name) => ({ name, category_id: category.classificationId })),
    categories_flat: categories.join(' > '),
    description: product.description,
    marketplace_id: place.id,
    ...ratingsOf(product),
    ...imagesOf(world, product),
    feature_bullets: bullets,
    feature_bullets_count: bullets.length,
    attributes: attributesOf(product),
    top_reviews: topReviews(product).map((review) => pageReview(review, product, place)),
    ...choiceOf(product, place),
    ...buyBox(world, product, place),
    specifications: specificationsOf(product),
    bestsellers_rank: ranksOf(product, place),
    color: product.color,
    first_available: { raw: product.releasedOn, utc: `${product.releasedOn}T00:00:00.000Z` },
    dimensions: dimensionsOf(product),
  };
}

function imagesOf(world: World, product: Product): object {
  const link = pictureLink(world, product, 500);
  const variants = product.hasMainImage ? ['MAIN', 'PT01'] : ['PT01'];
  const images = shuffleByNoise(product, 'images', variants).map((variant) => ({ link, variant }));
  return { ...(product.hasMainImage && { main_image: { link } }), images, images_count: images.length };
}

const attributesOf = (product: Product): unknown[] =>
  shuffleByNoise(product, 'attributes', [
    { name: 'Brand', value: product.brand },
    { name: 'Colour', value: product.color },
    { name: 'Material', value: product.material },
  ]);

const specificationsOf = (product: Product): unknown[] =>
  shuffleByNoise(product, 'specifications', [
    { name: 'Manufacturer', value: `\u200E${product.brand}` },
    { name: 'Product dimensions', value: `\u200E${dimensionsOf(product)}` },
    { name: 'ASIN', value: product.asin },
  ]);

function dimensionsOf({ sizesMm, weightGrams }: Product): string {
  return `${sizesMm.map((size) => size / 10).join(' x ')} cm; ${weightGrams} g`;
}

/** Rainforest returns a single phrase as a string and several phrases as a list. */
function choiceOf({ choiceKeywords: keywords }: Product, place: Marketplace): object {
  const [first] = keywords;
  if (first === undefined) return {};
  const link = `https://www.${place.domain}/s?k=${encodeURIComponent(first)}`;
  return { amazons_choice: { keywords: keywords.length === 1 ? first : keywords, link } };
}

function ranksOf({ category, rank, categoryRank }: Product, place: Marketplace): unknown[] {
  const link = `https://www.${place.domain}/gp/bestsellers/${category.classificationId}`;
  return [
    { category: category.displayGroupTitle, rank, link },
    { category: category.title, rank: categoryRank, link },
  ];
}

const names = ['one_star', 'two_star', 'three_star', 'four_star', 'five_star'] as const;

/** Returns no fields without ratings. Counts per star are computed from rounded percentages, as on the page. */
function ratingsOf({ stars }: Product): object {
  const total = ratingCount(stars);
  const tenths = shownTenths(stars);
  if (tenths === undefined) return {};
  const breakdown = names.map((name, place) => {
    const percentage = Math.round(((stars[place] ?? 0) * 100) / total);
    return [name, { percentage, count: Math.floor((percentage * total) / 100) }] as const;
  });
  return {
    rating: tenths / 10,
    rating_breakdown: Object.fromEntries(breakdown.toReversed()),
    ratings_total: total,
  };
}
