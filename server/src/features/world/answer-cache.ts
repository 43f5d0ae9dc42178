import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import type { KnownVersion } from './feed.ts';

const encodings = ['zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Returns the best encoding that the browser accepts, or `null` if it accepts none of ours. */
export const encodingOf = (accepted: string | undefined): Encoding | null =>
  encodings.find((encoding) => accepted?.includes(encoding)) ?? null;

interface CachedAnswer extends KnownVersion {
  readonly bytes: Buffer;
}

const mostBytes = 64_000_000;
/** Values that depend on the clock (the age of sales, check frequencies) change without a new version. */
const longestMs = 300_000;

const gzipped = promisify(gzip);
const zstandard = promisify(zstdCompress);

/**
 * Caches full answers by viewer, as compressAnswer bytes, until the world changes: for a second tab or a returning
 * browser. Composing an answer of ten thousand products takes half a second of CPU.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer>;

  constructor(clock: Clock) {
    this.#answers = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => bytes.length || 1,
      ttl: longestMs,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  }

  find(key: string, known: KnownVersion): Buffer | null {
    const cached = this.#answers.get(key);
    if (cached?.version === known.version && cached.epoch === known.epoch) return cached.bytes;
    this.#answers.delete(key);
    return null;
  }

  keep(key: string, answer: CachedAnswer): void {
    this.#answers.set(key, answer);
  }
}

/** Compresses in the thread pool, so that the event loop stays free. */
export const compressAnswer = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'zstd' ? zstandard(text) : gzipped(text, { level: constants.Z_DEFAULT_COMPRESSION });
