import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Product } from '../../world/model/product.ts';

/** One rank in its browse node and one in its display group. */
export function salesRanks({ marketplace, category, rank, categoryRank }: Product): object {
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
