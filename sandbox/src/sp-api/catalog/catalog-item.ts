import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Parent } from '../../world/model/parent.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { attributeNames, detailNames, type Details } from '../../world/model/details.ts';
import { decimal, unlessNoisy, pictureLink, shuffleByNoise } from '../noise.ts';

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

type DataSets = Readonly<Record<CatalogData, () => unknown>>;

/** Returns the catalogue item of a product with the requested data sets. */
export function catalogItem(world: World, product: Product, included: readonly CatalogData[]): unknown {
  const { id: marketplaceId } = marketplaceOf(product.marketplace);
  return item(product.asin, included, {
    ...common(product, marketplaceId),
    attributes: () => catalogAttributes(product),
    dimensions: () => [{ marketplaceId, item: itemDimensions(product), package: packageDimensions(product) }],
    identifiers: () => [{ marketplaceId, identifiers: identifiers(product) }],
    images: () => [{ marketplaceId, images: catalogImages(world, product) }],
    relationships: () => [{ marketplaceId, relationships: relationships(product) }],
    salesRanks: () => [{ marketplaceId, ...salesRanks(product) }],
    summaries: () => [productSummary(product, marketplaceId)],
  });
}

/** Returns the catalogue item of a parent, which has no pictures, sales ranks or package dimensions. */
export function catalogParent(world: World, parent: Parent, included: readonly CatalogData[]): unknown {
  const { id: marketplaceId } = marketplaceOf(parent.marketplace);
  return item(parent.asin, included, {
    ...common(parent, marketplaceId),
    attributes: () => parentAttributes(parent),
    dimensions: () => [{ marketplaceId }],
    identifiers: () => [{ marketplaceId, identifiers: [] }],
    images: () => [{ marketplaceId, images: [] }],
    relationships: () => [{ marketplaceId, relationships: [{ ...variation, childAsins: childrenOf(world, parent) }] }],
    salesRanks: () => [{ marketplaceId }],
    summaries: () => [parentSummary(parent, marketplaceId)],
  });
}

const item = (asin: string, included: readonly CatalogData[], sets: DataSets): unknown => ({
  asin,
  ...Object.fromEntries(included.map((name) => [name, sets[name]()])),
});

type CommonDataSet = 'classifications' | 'productTypes' | 'vendorDetails';

const common = (shown: Product | Parent, marketplaceId: string): Pick<DataSets, CommonDataSet> => ({
  classifications: () => [{ marketplaceId, classifications: [classification(shown)] }],
  productTypes: () => [{ marketplaceId, productType: shown.productType }],
  vendorDetails: () => [{ marketplaceId }],
});

const classification = ({ category }: Product | Parent): unknown => ({
  displayName: category.title,
  classificationId: category.classificationId,
  parent: {
    displayName: category.parentTitle,
    classificationId: `${category.classificationId.slice(0, 6)}000`,
    parent: { displayName: category.displayGroupTitle, classificationId: category.classificationId.slice(0, 4) },
  },
});

const identifiers = ({ ean }: Product): unknown => [
  { identifierType: 'EAN', identifier: ean },
  { identifierType: 'GTIN', identifier: `0${ean}` },
];

const variation = { type: 'VARIATION', variationTheme: { attributes: ['color'], theme: 'COLOR_NAME' } };

const relationships = ({ parentAsin }: Product): unknown[] =>
  parentAsin === '' ? [] : [{ ...variation, parentAsins: [parentAsin] }];

const childrenOf = (world: World, { asin, marketplace }: Parent): string[] =>
  world.childrenOf(asin, marketplace).map((product) => product.asin);

const languages: Readonly<Record<string, string>> = { DE: 'de_DE', UK: 'en_GB', IN: 'en_IN', CA: 'en_CA' };

/** Returns all catalogue attributes of a product under Amazon's names. */
function catalogAttributes(product: Product): unknown {
  const { id: marketplace_id, currency } = marketplaceOf(product.marketplace);
  const attributes = {
    ...textAttributes(product),
    list_price: [{ value: decimal(product, product.listPriceCents), currency, marketplace_id }],
    item_weight: [{ unit: 'grams', value: product.weightGrams, marketplace_id }],
    externally_assigned_product_identifier: [{ type: 'ean', value: product.ean, marketplace_id }],
    product_site_launch_date: [{ value: `${product.releasedOn}T00:00:00.000Z`, marketplace_id }],
  };
  return Object.fromEntries(shuffleByNoise(product, 'attributes', Object.entries(attributes)));
}

const parentAttributes = (parent: Parent): unknown => textAttributes(parent);

function textAttributes(shown: Details & { readonly marketplace: string; readonly brand: string }): object {
  const marketplace_id = marketplaceOf(shown.marketplace).id;
  const language_tag = languages[shown.marketplace] ?? 'en_US';
  const text = (value: string): object => ({ value, language_tag, marketplace_id });
  const details = detailNames.flatMap((name) => {
    const values = [shown[name]].flat().filter((value) => value !== '');
    return values.length > 0 ? [[attributeNames[name], values.map(text)] as const] : [];
  });
  return { ...Object.fromEntries(details), brand: [text(shown.brand)], manufacturer: [text(shown.brand)] };
}

/** Returns each picture in two sizes; the main picture is left out while it is removed. */
function catalogImages(world: World, product: Product): unknown[] {
  const large = { link: pictureLink(world, product, 500), height: 500, width: 500 };
  const small = { link: pictureLink(world, product, 75), height: 75, width: 75 };
  const variants = product.hasMainImage ? ['MAIN', 'PT01'] : ['PT01'];
  const images = variants.flatMap((variant) => [
    { variant, ...large },
    { variant, ...small },
  ]);
  return shuffleByNoise(product, 'images', images);
}

interface Size {
  readonly sizesMm: readonly [number, number, number];
  readonly weightGrams: number;
}

const itemDimensions = (product: Product): unknown => dimensions(product);
const packageDimensions = ({ packageSize }: Product): unknown => dimensions(packageSize);

function dimensions({ sizesMm, weightGrams }: Size): unknown {
  const [length, width, height] = sizesMm.map((size) => ({ unit: 'centimeters', value: Math.round(size) / 10 }));
  return { height, length, width, weight: { unit: 'kilograms', value: Math.round(weightGrams) / 1000 } };
}

/** Returns the ranks in the browse node and in the display group. */
function salesRanks({ marketplace, category, rank, categoryRank }: Product): object {
  const bestsellers = `https://www.${marketplaceOf(marketplace).domain}/gp/bestsellers`;
  return {
    classificationRanks: [
      {
        classificationId: category.classificationId,
        title: category.title,
        link: `${bestsellers}/${category.classificationId}`,
        rank: categoryRank,
      },
    ],
    displayGroupRanks: [
      { websiteDisplayGroup: category.displayGroup, title: category.displayGroupTitle, link: bestsellers, rank },
    ],
  };
}

const productSummary = (product: Product, marketplaceId: string): unknown => ({
  ...commonSummary(product, marketplaceId),
  ...unlessNoisy(product, { autographed: false, memorabilia: false, tradeInEligible: false }),
  color: product.color,
  itemClassification: 'BASE_PRODUCT',
  modelNumber: product.asin.slice(2, 8),
  packageQuantity: 1,
  partNumber: product.asin.slice(2, 8),
  releaseDate: product.releasedOn,
});

const parentSummary = (parent: Parent, marketplaceId: string): unknown => ({
  ...commonSummary(parent, marketplaceId),
  itemClassification: 'VARIATION_PARENT',
});

const commonSummary = ({ brand, title, category }: Product | Parent, marketplaceId: string): object => ({
  marketplaceId,
  adultProduct: false,
  brand,
  browseClassification: { displayName: category.title, classificationId: category.classificationId },
  itemName: title,
  manufacturer: brand,
  websiteDisplayGroup: category.displayGroup,
  websiteDisplayGroupName: category.displayGroupTitle,
});
