import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import type { KnownVersion } from './feed.ts';

const encodings = ['zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Returns the best encoding that the browser accepts, or `null` if it accepts none of ours. */
export const encodingOf = (accepted: string | undefined): Encoding | null =>
  encodings.find((encoding) => accepted?.includes(encoding)) ?? null;

interface CachedAnswer extends KnownVersion {
  readonly bytes: Buffer;
  readonly at: number;
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
  readonly #clock: Clock;
  /** In the order of use, least recently used first. */
  readonly #answers = new Map<string, CachedAnswer>();
  #size = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string, known: KnownVersion): Buffer | null {
    const kept = this.#answers.get(key);
    if (!kept) return null;
    const isOld = this.#clock.now().getTime() - kept.at > longestMs;
    if (isOld || kept.version !== known.version || kept.epoch !== known.epoch) {
      this.#forget(key);
      return null;
    }
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    return kept.bytes;
  }

  keep(key: string, { epoch, version, bytes }: KnownVersion & { readonly bytes: Buffer }): void {
    this.#forget(key);
    this.#answers.set(key, { epoch, version, bytes, at: this.#clock.now().getTime() });
    this.#size += bytes.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#size <= mostBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#answers.get(key)?.bytes.length ?? 0;
    this.#answers.delete(key);
  }
}

/** Compresses in the thread pool, so that the event loop stays free. */
export const compressAnswer = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'zstd' ? zstandard(text) : gzipped(text, { level: constants.Z_DEFAULT_COMPRESSION });
