import type { Category } from '../catalogue/categories.ts';
import type { Details } from './details.ts';

/** The catalogue item that groups variations and cannot be bought; its children are products. */
export interface Parent extends Details {
  readonly asin: string;
  readonly marketplace: string;
  readonly sellerId: string;
  readonly brand: string;
  readonly productType: string;
  readonly category: Category;
  readonly usual: { readonly details: Details };
}
