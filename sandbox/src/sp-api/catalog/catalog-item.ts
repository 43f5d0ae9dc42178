import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Parent } from '../../world/model/parent.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { catalogAttributes, parentAttributes } from './catalog-attributes.ts';
import { catalogImages } from './catalog-images.ts';
import { itemDimensions, packageDimensions } from './dimensions.ts';
import { salesRanks } from './sales-ranks.ts';
import { parentSummary, productSummary } from './summary.ts';

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

/** A product as the catalogue shows it to customers, with the data sets asked for. */
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

/** A parent is no product: it has no picture of its own, no rank and no parcel. */
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

type Common = 'classifications' | 'productTypes' | 'vendorDetails';

const common = (shown: Product | Parent, marketplaceId: string): Pick<DataSets, Common> => ({
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
