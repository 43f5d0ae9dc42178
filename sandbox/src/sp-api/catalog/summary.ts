import type { Parent } from '../../world/model/parent.ts';
import type { Product } from '../../world/model/product.ts';
import { optional } from '../noise.ts';

export const productSummary = (product: Product, marketplaceId: string): unknown => ({
  ...shownAlike(product, marketplaceId),
  ...optional(product, { autographed: false, memorabilia: false, tradeInEligible: false }),
  color: product.color,
  itemClassification: 'BASE_PRODUCT',
  modelNumber: product.asin.slice(2, 8),
  packageQuantity: 1,
  partNumber: product.asin.slice(2, 8),
  releaseDate: product.releasedOn,
});

export const parentSummary = (parent: Parent, marketplaceId: string): unknown => ({
  ...shownAlike(parent, marketplaceId),
  itemClassification: 'VARIATION_PARENT',
});

const shownAlike = ({ brand, title, category }: Product | Parent, marketplaceId: string): object => ({
  marketplaceId,
  adultProduct: false,
  brand,
  browseClassification: { displayName: category.title, classificationId: category.classificationId },
  itemName: title,
  manufacturer: brand,
  websiteDisplayGroup: category.displayGroup,
  websiteDisplayGroupName: category.displayGroupTitle,
});
