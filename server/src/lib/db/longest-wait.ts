/** A value is kept for one to two of these spans, so that a reader that comes every 15 s misses none. */
const spanMs = 30_000;

/** The longest wait of the last 30 to 60 seconds. */
export class LongestWait {
  #span = 0;
  #current = 0;
  #before = 0;

  /** @param atMs the time on any clock that never goes back */
  note(waitMs: number, atMs: number): void {
    this.#turn(atMs);
    this.#current = Math.max(this.#current, waitMs);
  }

  read(atMs: number): number {
    this.#turn(atMs);
    return Math.max(this.#current, this.#before);
  }

  #turn(atMs: number): void {
    const span = Math.floor(atMs / spanMs);
    if (span === this.#span) return;
    this.#before = span === this.#span + 1 ? this.#current : 0;
    this.#current = 0;
    this.#span = span;
  }
}
