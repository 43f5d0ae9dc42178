/** So many answers of one kind are remembered at least, and at most twice as many: some hundred bytes each. */
const generationSize = 100_000;

/**
 * What was concluded from an answer, by its print: nearly every answer is the one of last time, and what follows
 * from it need not be found again. Only this process's own memory of its own work, never of what the database knows.
 */
export class Remembered<Conclusion> {
  #young = new Map<string, Conclusion>();
  #old = new Map<string, Conclusion>();

  /** What was concluded before, or what is concluded now. */
  of(print: string, conclude: () => Conclusion): Conclusion {
    const known = this.#young.get(print);
    if (known !== undefined) return known;
    const conclusion = this.#old.get(print) ?? conclude();
    if (this.#young.size >= generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(print, conclusion);
    return conclusion;
  }
}
