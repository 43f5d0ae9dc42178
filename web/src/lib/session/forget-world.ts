export const worldCacheKey = 'watchpost.world';

/** Called when a session ends, on whatever page that is: nobody else on this computer sees the products. */
export function forgetWorld(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    storage.removeItem(worldCacheKey);
  } catch {
    // Without storage there is nothing to clear.
  }
}
