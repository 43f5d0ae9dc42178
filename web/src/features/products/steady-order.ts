import type { Product } from '@app/shared/contract/world.ts';

/** The products of `next` in the order of `before`; new ones come last. */
export function inOrderOf(before: readonly Product[], next: readonly Product[]): readonly Product[] {
  const left = new Map(next.map((product) => [product.productId, product]));
  const kept: Product[] = [];
  for (const { productId } of before) {
    const product = left.get(productId);
    if (!product) continue;
    kept.push(product);
    left.delete(productId);
  }
  return [...kept, ...left.values()];
}

export const isSameOrder = (a: readonly Product[], b: readonly Product[]): boolean =>
  a.length === b.length && a.every((product, index) => product.productId === b[index]?.productId);
