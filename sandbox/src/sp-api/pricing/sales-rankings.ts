import type { Product } from '../../world/model/product.ts';

interface SalesRanking {
  readonly ProductCategoryId: string;
  readonly Rank: number;
}

/** Returns the sales ranks in the format of the pricing API: display group first, then browse node. */
export const salesRankings = ({ category, rank, categoryRank }: Product): SalesRanking[] => [
  { ProductCategoryId: category.displayGroup, Rank: rank },
  { ProductCategoryId: category.classificationId, Rank: categoryRank },
];
