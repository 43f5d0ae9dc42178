/**
 * An item's id is derived from its kind and product, so that an item that is ok and thus not stored can be muted too.
 * For kinds whose items people create, several for a product, `own` is the item's number among them.
 */
export const itemIdOf = (type: string, productId: string, own?: string): string =>
  own === undefined ? `${type}-${productId}` : `${type}-${productId}-${own}`;

export interface ItemIdParts {
  readonly type: string;
  readonly productId: string;
  /** The number of an item that people created; `null` for the one item that a kind has for a product. */
  readonly own: string | null;
}

/** Returns `null` for any other text. */
export function parseItemId(itemId: string): ItemIdParts | null {
  const match = /^([a-zA-Z]{1,60})-([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?$/.exec(itemId);
  return match?.[1] && match[2] ? { type: match[1], productId: match[2], own: match[3] ?? null } : null;
}
