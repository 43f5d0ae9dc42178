export const worldCacheKey = 'watchpost.world';

/** Called when a session ends, on any page, so that no other user of this computer sees the products. */
export function forgetWorld(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    storage.removeItem(worldCacheKey);
  } catch {
    // Without storage there is nothing to clear.
  }
}
