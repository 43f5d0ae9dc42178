import { worldShape, type WorldAnswer } from '@app/shared/contract/world.ts';
import { worldCacheKey } from '../lib/session/forget-world.ts';

/** Specification, section 9. */
const maxCharacters = 4_718_592;

/**
 * The cached world, which the dashboard shows while it fetches a new one; `null` unless it is of this version and this
 * user.
 */
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
    // A private window without storage, or a truncated text: the dashboard then starts empty.
    return null;
  }
}

interface WriteOptions {
  readonly storage?: Pick<Storage, 'setItem' | 'removeItem'>;
  /** Writing stops when the signal aborts, because the world has changed meanwhile. */
  readonly signal?: AbortSignal;
  /** Lets the page work between two parts. */
  readonly pause?: () => Promise<void>;
}

/**
 * Writes the world in parts: stringifying ten thousand products at once would block the page for a third of a second.
 */
export async function writeWorldCache(
  world: WorldAnswer,
  { storage, signal, pause }: WriteOptions = {},
): Promise<void> {
  const parts: string[] = [];
  let characters = 0;
  for (const part of textParts(world)) {
    parts.push(part);
    characters += part.length;
    if (characters >= maxCharacters) break;
    await pause?.();
    if (signal?.aborted) return;
  }
  try {
    const target = storage ?? localStorage;
    if (characters >= maxCharacters) target.removeItem(worldCacheKey);
    else target.setItem(worldCacheKey, parts.join(''));
  } catch {
    // Storage is full or forbidden; the cache is only a convenience.
  }
}

const productsPerPart = 250;

/** Yields the parts of the world's JSON. */
function* textParts({ products, watchDogs, ...rest }: WorldAnswer): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"products":[`;
  for (let from = 0; from < products.length; from += productsPerPart) {
    const part = JSON.stringify(products.slice(from, from + productsPerPart)).slice(1, -1);
    yield from === 0 ? part : `,${part}`;
  }
  yield '],"watchDogs":{';
  for (const [index, [type, group]] of Object.entries(watchDogs).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(type)}:${JSON.stringify(group)}`;
  }
  yield '}}';
}
