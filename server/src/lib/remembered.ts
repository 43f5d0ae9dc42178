/** Where each takes some hundred bytes. */
const usualSize = 100_000;

/**
 * What was concluded from an answer, by its print: nearly every answer is the one of last time, and what follows
 * from it need not be found again. Only this process's own memory of its own work, never of what the database knows.
 */
export class Remembered<Conclusion> {
  readonly #generationSize: number;
  /** By whom it was concluded for, then by print: texts put together would have to be read again at every look. */
  #young = new Map<string, Map<string, Conclusion>>();
  #old = new Map<string, Map<string, Conclusion>>();
  #size = 0;

  /** So many are remembered at least, and at most twice as many. */
  constructor(generationSize = usualSize) {
    this.#generationSize = generationSize;
  }

  /** What was concluded before, or what is concluded now; for each asker by itself where that makes a difference. */
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
