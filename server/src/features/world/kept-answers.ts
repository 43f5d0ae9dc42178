import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import type { Clock } from '../../lib/clock.ts';
import type { KnownVersion } from './feed.ts';

const encodings = ['zstd', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best of what a browser takes; `null` where it takes nothing that we keep. */
export const encodingOf = (accepted: string | undefined): Encoding | null =>
  encodings.find((encoding) => accepted?.includes(encoding)) ?? null;

interface Kept extends KnownVersion {
  readonly bytes: Buffer;
  readonly at: number;
}

const mostBytes = 64_000_000;
/** What is told by the clock (the age of sales, how often things are checked) moves without a version. */
const longestMs = 300_000;

const gzipped = promisify(gzip);
const zstandard = promisify(zstdCompress);

/**
 * Full answers as they were sent, by viewer: who opens another tab, or comes back, gets the same bytes until the world
 * moves. To put ten thousand products together takes half a second of work.
 */
export class KeptAnswers {
  readonly #clock: Clock;
  /** The longest unused first. */
  readonly #answers = new Map<string, Kept>();
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

/** Outside of the event loop: others are answered meanwhile. */
export const compressed = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'zstd' ? zstandard(text) : gzipped(text, { level: constants.Z_DEFAULT_COMPRESSION });
