/** Entries per generation by default. An entry takes some hundred bytes. */
const usualSize = 100_000;

/**
 * Caches conclusions by the fingerprint of the answer that they were drawn from, because most answers repeat the
 * previous one. It holds only results that this process computed itself, never data of the database.
 */
export class ConclusionCache<Conclusion> {
  readonly #generationSize: number;
  /** Keyed by asker and then by fingerprint. Joined string keys would have to be hashed at every lookup. */
  #young = new Map<string, Map<string, Conclusion>>();
  #old = new Map<string, Map<string, Conclusion>>();
  #size = 0;

  /** Keeps at least this many entries and at most twice as many. */
  constructor(generationSize = usualSize) {
    this.#generationSize = generationSize;
  }

  /** Returns the cached conclusion or draws it now. Pass an asker when the conclusion differs between askers. */
  of(print: string, conclude: () => Conclusion, asker = ''): Conclusion {
    const known = this.#young.get(asker)?.get(print);
    if (known !== undefined) return known;
    const conclusion = this.#old.get(asker)?.get(print) ?? conclude();
    this.#keep(asker, print, conclusion);
    return conclusion;
  }

  #keep(asker: string, print: string, conclusion: Conclusion): void {
    if (this.#size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    const ofAsker = this.#young.get(asker) ?? new Map<string, Conclusion>();
    this.#young.set(asker, ofAsker.set(print, conclusion));
    this.#size += 1;
  }
}
