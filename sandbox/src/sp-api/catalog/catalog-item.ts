import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Product } from '../../world/product.ts';
import type { World } from '../../world/world.ts';

export type CatalogData =
  | 'attributes'
  | 'classifications'
  | 'dimensions'
  | 'identifiers'
  | 'images'
  | 'productTypes'
  | 'relationships'
  | 'salesRanks'
  | 'summaries'
  | 'vendorDetails';

/** A product as the catalogue shows it to customers, with the data sets asked for. */
export function catalogItem(world: World, product: Product, included: readonly CatalogData[]): unknown {
  const { id: marketplaceId, currency, domain } = marketplaceOf(product.marketplace);
  const sets: Record<CatalogData, () => unknown> = {
    attributes: () => attributes(product, marketplaceId, currency),
    classifications: () => [{ marketplaceId, classifications: [classification(product)] }],
    dimensions: () => [{ marketplaceId, item: dimensions(product, 1), package: dimensions(product, 1.15) }],
    identifiers: () => [{ marketplaceId, identifiers: identifiers(product) }],
    images: () => [{ marketplaceId, images: images(world, product) }],
    productTypes: () => [{ marketplaceId, productType: product.productType }],
    relationships: () => [{ marketplaceId, relationships: [relationship(product)] }],
    salesRanks: () => [{ marketplaceId, ...salesRanks(product, domain) }],
    summaries: () => [summary(product, marketplaceId)],
    vendorDetails: () => [{ marketplaceId }],
  };
  return { asin: product.asin, ...Object.fromEntries(included.map((name) => [name, sets[name]()])) };
}

function attributes(product: Product, marketplace_id: string, currency: string): unknown {
  const languages: Readonly<Record<string, string>> = { DE: 'de_DE', UK: 'en_GB', IN: 'en_IN', CA: 'en_CA' };
  const language_tag = languages[product.marketplace] ?? 'en_US';
  const text = (value: string): unknown => ({ value, language_tag, marketplace_id });
  return {
    item_name: [text(product.title)],
    brand: [text(product.brand)],
    manufacturer: [text(product.brand)],
    bullet_point: product.bullets.map(text),
    product_description: [text(product.description)],
    color: [text(product.color)],
    list_price: [{ value: product.listPriceCents / 100, currency, marketplace_id }],
    item_weight: [{ unit: 'grams', value: product.weightGrams, marketplace_id }],
    externally_assigned_product_identifier: [{ type: 'ean', value: product.ean, marketplace_id }],
    product_site_launch_date: [{ value: `${product.releasedOn}T00:00:00.000Z`, marketplace_id }],
  };
}

const classification = ({ category }: Product): unknown => ({
  displayName: category.title,
  classificationId: category.classificationId,
  parent: {
    displayName: category.parentTitle,
    classificationId: `${category.classificationId.slice(0, 6)}000`,
    parent: { displayName: category.displayGroupTitle, classificationId: category.classificationId.slice(0, 4) },
  },
});

function dimensions({ sizesMm, weightGrams }: Product, factor: number): unknown {
  const [length, width, height] = sizesMm.map((size) => ({
    unit: 'centimeters',
    value: Math.round(size * factor) / 10,
  }));
  return { height, length, width, weight: { unit: 'kilograms', value: Math.round(weightGrams * factor) / 1000 } };
}

const identifiers = ({ ean }: Product): unknown => [
  { identifierType: 'EAN', identifier: ean },
  { identifierType: 'GTIN', identifier: `0${ean}` },
];

function images(world: World, { asin, hasMainImage }: Product): unknown[] {
  const large = { link: world.pictureUrl(asin, 500), height: 500, width: 500 };
  const small = { link: world.pictureUrl(asin, 75), height: 75, width: 75 };
  const others = [
    { variant: 'PT01', ...large },
    { variant: 'PT01', ...small },
  ];
  return hasMainImage ? [{ variant: 'MAIN', ...large }, { variant: 'MAIN', ...small }, ...others] : others;
}

const relationship = ({ parentAsin }: Product): unknown => ({
  type: 'VARIATION',
  parentAsins: [parentAsin],
  variationTheme: { attributes: ['color'], theme: 'COLOR_NAME' },
});

const salesRanks = ({ category, rank, categoryRank }: Product, domain: string): object => ({
  classificationRanks: [
    {
      classificationId: category.classificationId,
      title: category.title,
      link: `https://www.${domain}/gp/bestsellers/${category.classificationId}`,
      rank: categoryRank,
    },
  ],
  displayGroupRanks: [
    {
      websiteDisplayGroup: category.displayGroup,
      title: category.displayGroupTitle,
      link: `https://www.${domain}/gp/bestsellers`,
      rank,
    },
  ],
});

const summary = (product: Product, marketplaceId: string): unknown => ({
  marketplaceId,
  adultProduct: false,
  autographed: false,
  brand: product.brand,
  browseClassification: { displayName: product.category.title, classificationId: product.category.classificationId },
  color: product.color,
  itemClassification: 'BASE_PRODUCT',
  itemName: product.title,
  manufacturer: product.brand,
  memorabilia: false,
  modelNumber: product.asin.slice(2, 8),
  packageQuantity: 1,
  partNumber: product.asin.slice(2, 8),
  releaseDate: product.releasedOn,
  tradeInEligible: false,
  websiteDisplayGroup: product.category.displayGroup,
  websiteDisplayGroupName: product.category.displayGroupTitle,
});
