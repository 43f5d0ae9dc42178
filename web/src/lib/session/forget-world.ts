export const worldCacheKey = 'watchpost.world';
/**
 * The storage key of the `state` of the cached world: changes since then are requested before the world itself is read.
 */
export const worldStateKey = 'watchpost.world.state';

/** Called when a session ends, on any page, so that no other user of this computer sees the products. */
export function forgetWorld(storage: Pick<Storage, 'removeItem'> = localStorage): void {
  try {
    storage.removeItem(worldCacheKey);
    storage.removeItem(worldStateKey);
  } catch {
    // Without storage there is nothing to clear.
  }
}
