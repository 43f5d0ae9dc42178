import type { Product } from '../../world/model/product.ts';

interface SalesRanking {
  readonly ProductCategoryId: string;
  readonly Rank: number;
}

/** As prices come with them: the display group first, then the browse node. */
export const salesRankings = ({ category, rank, categoryRank }: Product): SalesRanking[] => [
  { ProductCategoryId: category.displayGroup, Rank: rank },
  { ProductCategoryId: category.classificationId, Rank: categoryRank },
];
