import { worldShape, type WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { worldCacheKey } from './forget-world.ts';

/** Specification, section 9. */
const maxCharacters = 4_718_592;

/** What the dashboard shows at once while it asks for news; `null` unless it is of this version and this person. */
export function readWorldCache(
  userEmail: string,
  storage: Pick<Storage, 'getItem'> = localStorage,
): WorldAnswer | null {
  try {
    const text = storage.getItem(worldCacheKey);
    if (!text) return null;
    const cached = worldShape.safeParse(JSON.parse(text));
    return cached.success && cached.data.userEmail !== '' && cached.data.userEmail === userEmail ? cached.data : null;
  } catch {
    // A private window without storage, or a text cut short: the dashboard then simply starts empty.
    return null;
  }
}

export function writeWorldCache(
  world: WorldAnswer,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  try {
    const text = isSurelyTooLarge(world) ? null : JSON.stringify(world);
    if (text === null || text.length >= maxCharacters) storage.removeItem(worldCacheKey);
    else storage.setItem(worldCacheKey, text);
  } catch {
    // Storage is full or forbidden; the cache is only a convenience.
  }
}

/** Spares writing ten thousand products as text only to learn that they do not fit. */
function isSurelyTooLarge({ products }: WorldAnswer): boolean {
  const sample = products.slice(0, 20);
  if (products.length < 2000) return false;
  return (JSON.stringify(sample).length / sample.length) * products.length > 2 * maxCharacters;
}
