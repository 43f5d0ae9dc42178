/** Where each takes some hundred bytes. */
const usualSize = 100_000;

/**
 * What was concluded from an answer, by its print: nearly every answer is the one of last time, and what follows
 * from it need not be found again. Only this process's own memory of its own work, never of what the database knows.
 */
export class Remembered<Conclusion> {
  readonly #generationSize: number;
  #young = new Map<string, Conclusion>();
  #old = new Map<string, Conclusion>();

  /** So many are remembered at least, and at most twice as many. */
  constructor(generationSize = usualSize) {
    this.#generationSize = generationSize;
  }

  /** What was concluded before, or what is concluded now. */
  of(print: string, conclude: () => Conclusion): Conclusion {
    const known = this.#young.get(print);
    if (known !== undefined) return known;
    const conclusion = this.#old.get(print) ?? conclude();
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(print, conclusion);
    return conclusion;
  }
}
