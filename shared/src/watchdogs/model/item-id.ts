/**
 * Derives an item's id from its kind and product, so that an ok item, which is not stored, can be muted too. For kinds
 * whose items users create, `own` is the number of the item.
 */
export const itemIdOf = (type: string, productId: string, own?: string): string =>
  own === undefined ? `${type}-${productId}` : `${type}-${productId}-${own}`;

export interface ItemIdParts {
  readonly type: string;
  readonly productId: string;
  /** The number of an item that a user created; `null` for kinds with one item per product. */
  readonly own: string | null;
}

/** Parses what `itemIdOf` returns; returns `null` for any other text. */
export function parseItemId(itemId: string): ItemIdParts | null {
  const match = /^([a-zA-Z]{1,60})-([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?$/.exec(itemId);
  return match?.[1] && match[2] ? { type: match[1], productId: match[2], own: match[3] ?? null } : null;
}

/**
 * Returns the number of an item that a user created, or `null`. It accepts an id that `itemIdOf` returned and does not
 * check its form: it runs for each item of a delta, and `parseItemId` takes several times as long.
 */
export function ownNumberOf(itemId: string): string | null {
  const end = itemId.indexOf('-', itemId.indexOf('-') + 1);
  return end < 0 ? null : itemId.slice(end + 1);
}
