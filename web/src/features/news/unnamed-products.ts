import type { WorldAnswer } from '@app/shared/contract/world.ts';

/** Returns the ids of the products, each once, that the notifications of an answer name and the answer does not have. */
export function unnamedProductIds({
  notifications,
  products,
}: Pick<WorldAnswer, 'notifications' | 'products'>): readonly string[] {
  const named = new Set(products.map(({ productId }) => productId));
  const ids = notifications.flatMap(({ productId }) => productId ?? []);
  return [...new Set(ids)].filter((productId) => !named.has(productId));
}
