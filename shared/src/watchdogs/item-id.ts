/**
 * The id of an item is derived from its kind, product and (for keywords) phrase, so that an item which was never written
 * down, because it is ok, can be muted too.
 */
export const itemIdOf = (type: string, productId: string): string => `${type}-${productId}`;

/** `null` for anything that is not an item's id. */
export function parseItemId(itemId: string): { readonly type: string; readonly productId: string } | null {
  const match = /^([a-zA-Z]{1,60})-([1-9][0-9]{0,17})$/.exec(itemId);
  return match?.[1] && match[2] ? { type: match[1], productId: match[2] } : null;
}
