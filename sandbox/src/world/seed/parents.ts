import { categories } from '../catalogue/categories.ts';
import type { Parent } from '../model/parent.ts';
import { parentDetailsIn } from './details.ts';
import type { Article } from './product.ts';

/** Returns the distinct parents of a seller's articles in one marketplace. */
export function seedParents(articles: readonly Article[], sellerId: string, marketplace: string): Parent[] {
  const firstOfEach = new Map(articles.toReversed().map((article) => [article.parentAsin, article]));
  return [...firstOfEach.values()].toReversed().map(({ parentAsin, template }) => {
    const details = parentDetailsIn(marketplace, template);
    return {
      asin: parentAsin,
      marketplace,
      sellerId,
      brand: template.brand,
      productType: template.productType,
      category: categories[template.category],
      ...details,
      usual: { details },
    };
  });
}
