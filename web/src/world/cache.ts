import { isPacked, unpackWorld, type PackedWorld } from '@app/shared/world/packed/packed-world.ts';
import { packedText } from '@app/shared/world/packed/packed-text.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { measured } from '../lib/browser/measured.ts';
import { worldCacheKey, worldStateKey } from '../lib/session/forget-world.ts';
import { onSessionEnd } from '../lib/session/session.ts';
import { unknownState } from './triage.ts';

/** The largest cached world, in characters (specification, section 9). */
const maxCharacters = 4_718_592;
const version: WorldAnswer['currentVersion'] = 5;

/** Identifies this part of the build, because another one may pack the world by other columns. */
const thisBuild = import.meta.url;

interface CachedWorld {
  readonly build: string;
  readonly world: WorldAnswer | PackedWorld;
}

/**
 * The cached world, which the dashboard shows while it fetches the changes since; `null` unless it is of this version,
 * this build and this user.
 */
export function readWorldCache(
  userEmail: string,
  storage: Pick<Storage, 'getItem'> = localStorage,
): WorldAnswer | null {
  try {
    const text = storage.getItem(worldCacheKey);
    // The text begins with the id of its build. A text of another build is not read further.
    if (!text?.startsWith(head)) return null;
    const { world } = JSON.parse(text) as CachedWorld;
    const isUsable = world.currentVersion === version && world.userEmail !== '' && world.userEmail === userEmail;
    return isUsable && isPacked(world) ? measured('unpack', () => unpackWorld(world)) : null;
  } catch {
    // A private window without storage, or a truncated text: the dashboard then starts empty.
    return null;
  }
}

/** Whether a world is cached, of whatever user and build. */
export function hasCachedWorld(storage: Pick<Storage, 'getItem'> = localStorage): boolean {
  try {
    return storage.getItem(worldStateKey) !== null;
  } catch {
    return false;
  }
}

const head = `{"build":${JSON.stringify(thisBuild)},"world":`;

/** The longest time for which columns are written without a pause: there are hundreds, most of them short. */
const sliceMs = 8;

interface WriteOptions {
  readonly storage?: Pick<Storage, 'setItem' | 'removeItem'>;
  /** Aborted when the world changes while it is being written; the writing then stops. */
  readonly signal?: AbortSignal;
  /** Lets the page work between two parts. */
  readonly pause?: () => Promise<void>;
}

/** The wait before a changed world is written. Each change restarts it: the world changes often while people work. */
const writeAfterMs = 2000;

/**
 * Writes the world a little later, unless the session ends before: nothing of it may be left in the browser then.
 * Returns a function that cancels the writing.
 */
export function writeSoon(read: () => WorldAnswer, options: Omit<WriteOptions, 'signal'> = {}): () => void {
  const outdated = new AbortController();
  const write = () => void writeWorldCache(read(), { ...options, signal: outdated.signal });
  const timer = setTimeout(write, writeAfterMs);
  const cancel = () => {
    clearTimeout(timer);
    outdated.abort();
  };
  const ignoreEnd = onSessionEnd(cancel);
  return () => {
    ignoreEnd();
    cancel();
  };
}

/**
 * Writes the world in columns, which take a tenth of the characters, and in parts, because writing it at one go would
 * block the page.
 */
export async function writeWorldCache(
  world: WorldAnswer,
  { storage, signal, pause }: WriteOptions = {},
): Promise<void> {
  const parts: string[] = [head];
  let characters = head.length;
  let pausedAt = -Infinity;
  for (const part of packedText(world)) {
    parts.push(part);
    characters += part.length;
    if (characters >= maxCharacters) break;
    if (performance.now() - pausedAt < sliceMs) continue;
    await pause?.();
    if (signal?.aborted) return;
    pausedAt = performance.now();
  }
  try {
    const target = storage ?? localStorage;
    target.removeItem(worldStateKey);
    if (characters >= maxCharacters) {
      target.removeItem(worldCacheKey);
      return;
    }
    target.setItem(worldCacheKey, `${parts.join('')}}`);
    if (world.state !== unknownState) target.setItem(worldStateKey, world.state);
  } catch {
    // Storage is full or forbidden; the cache is only a convenience.
  }
}
