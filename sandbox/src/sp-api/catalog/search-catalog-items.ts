import * as z from 'zod/mini';
import type { Parent } from '../../world/model/parent.ts';
import type { Product } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { catalogItem, catalogParent, type CatalogData } from './catalog-item.ts';
import { invalidInput } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { offsetOf, pageToken } from '../request/page-token.ts';
import { csv, integer, nonEmpty } from '../request/parameters.ts';

const data = z.enum([
  'attributes',
  'classifications',
  'dimensions',
  'identifiers',
  'images',
  'productTypes',
  'relationships',
  'salesRanks',
  'summaries',
  'vendorDetails',
]);

const query = {
  identifiers: z.optional(csv(nonEmpty, { max: 20 })),
  identifiersType: z.optional(z.enum(['ASIN', 'EAN', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC'])),
  marketplaceIds: csv(nonEmpty, { max: 1 }),
  includedData: z.optional(csv(data)),
  locale: z.optional(nonEmpty),
  sellerId: z.optional(nonEmpty),
  keywords: z.optional(csv(nonEmpty, { max: 20 })),
  brandNames: z.optional(csv(nonEmpty)),
  classificationIds: z.optional(csv(nonEmpty)),
  pageSize: z.optional(integer(1, 20)),
  pageToken: z.optional(nonEmpty),
  keywordsLocale: z.optional(nonEmpty),
};

type Query = z.output<z.ZodMiniObject<typeof query>>;

export const searchCatalogItems = sellerOperation({
  operationId: 'searchCatalogItems',
  method: 'GET',
  path: '/catalog/2022-04-01/items',
  rate: 2,
  burst: 2,
  query,
  answer: ({ context, seller, query: parameters }) => {
    refuseContradictions(parameters);
    const { code } = marketplaceFor(seller, parameters.marketplaceIds[0] ?? '');
    const { world } = context;
    const products = world.products.filter((product) => product.marketplace === code);
    const found = parameters.identifiers
      ? [...findByIdentifier(world, seller, { products, parameters }), ...findParents(world, code, parameters)]
      : findByKeywords(products, parameters);
    return { status: 200, body: page(world, found, parameters) };
  },
});

function refuseContradictions(parameters: Query): void {
  const { identifiers, identifiersType, keywords, sellerId, brandNames, classificationIds, keywordsLocale } =
    parameters;
  if ((identifiers === undefined) === (keywords === undefined)) {
    throw invalidInput('exactly one of identifiers and keywords must be given');
  }
  if ((identifiers === undefined) !== (identifiersType === undefined)) {
    throw invalidInput('identifiers and identifiersType must be given together');
  }
  if (identifiersType === 'SKU' && sellerId === undefined) throw invalidInput('identifiersType SKU needs sellerId');
  if (identifiers && (brandNames ?? classificationIds ?? keywordsLocale) !== undefined) {
    throw invalidInput('brandNames, classificationIds and keywordsLocale go with keywords only');
  }
}

interface Search {
  readonly products: readonly Product[];
  readonly parameters: Query;
}

function findByIdentifier(world: World, seller: Seller, { products, parameters }: Search): Product[] {
  const wanted = new Set(parameters.identifiers);
  const isWanted: Partial<Record<NonNullable<Query['identifiersType']>, (product: Product) => boolean>> = {
    ASIN: (product) => wanted.has(product.asin),
    EAN: (product) => wanted.has(product.ean),
    GTIN: (product) => wanted.has(`0${product.ean}`),
    SKU: (product) =>
      parameters.sellerId === seller.sellingPartnerId &&
      world.listingsOf(product).some((listing) => wanted.has(listing.sku)),
  };
  const test = parameters.identifiersType && isWanted[parameters.identifiersType];
  return test ? products.filter(test) : [];
}

/** Returns the requested parents. A parent can be found by ASIN only. */
const findParents = ({ parents }: World, code: string, { identifiers = [], identifiersType }: Query): Parent[] =>
  identifiersType === 'ASIN'
    ? parents.filter(({ marketplace, asin }) => marketplace === code && identifiers.includes(asin))
    : [];

function findByKeywords(
  products: readonly Product[],
  { keywords = [], brandNames, classificationIds }: Query,
): Product[] {
  const words = keywords.flatMap((keyword) => keyword.toLowerCase().split(/\s+/));
  return products.filter(
    (product) =>
      words.every((word) => product.title.toLowerCase().includes(word)) &&
      (!brandNames || brandNames.includes(product.brand)) &&
      (!classificationIds || classificationIds.includes(product.category.classificationId)),
  );
}

function page(world: World, found: readonly (Product | Parent)[], parameters: Query): unknown {
  const { pageToken: token, pageSize = 10, ...question } = parameters;
  const key = JSON.stringify(question);
  const offset = offsetOf(key, token);
  const end = offset + pageSize;
  const included: readonly CatalogData[] = parameters.includedData ?? ['summaries'];
  const pagination = {
    ...(end < found.length && { nextToken: pageToken(key, end) }),
    ...(offset > 0 && { previousToken: pageToken(key, Math.max(0, offset - pageSize)) }),
  };
  return {
    numberOfResults: found.length,
    ...(Object.keys(pagination).length > 0 && { pagination }),
    ...(parameters.keywords && { refinements: refinements(found) }),
    items: found
      .slice(offset, end)
      .map((shown) => ('ean' in shown ? catalogItem(world, shown, included) : catalogParent(world, shown, included))),
  };
}

function refinements(found: readonly (Product | Parent)[]): unknown {
  const brands = Map.groupBy(found, (product) => product.brand);
  const classes = Map.groupBy(found, (product) => product.category.classificationId);
  return {
    brands: [...brands].map(([brandName, products]) => ({ numberOfResults: products.length, brandName })),
    classifications: [...classes].map(([classificationId, products]) => ({
      numberOfResults: products.length,
      displayName: products[0]?.category.title ?? '',
      classificationId,
    })),
  };
}
