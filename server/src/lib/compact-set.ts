/** The number of members that share a place. The members of a place are in one cache line. */
const waysPerPlace = 8;
const wordsPerMember = 2;
const smallestSize = 2 ** 12;

/**
 * A set of texts that keeps 64 bits of each in place of the text, so that a member takes 8 bytes and costs garbage
 * collection nothing. It doubles while it fills. At its largest size, a new member takes the place of an older one.
 */
export class CompactSet {
  readonly #largestSize: number;
  /** The two words of each member. A free slot contains zeros. */
  #words: Uint32Array;
  #members = 0;
  #nextWay = 0;

  /** The largest number of members, a power of two and at least 8. */
  constructor(largestSize: number) {
    this.#largestSize = largestSize;
    this.#words = newWords(Math.min(smallestSize, largestSize));
  }

  has(text: string): boolean {
    const { first, second } = digest(text);
    return this.#indexOf(first, second) !== null;
  }

  add(text: string): void {
    const { first, second } = digest(text);
    if (this.#indexOf(first, second) !== null) return;
    const size = this.#words.length / wordsPerMember;
    if (2 * this.#members >= size && size < this.#largestSize) this.#resize(2 * size);
    this.#insert(first, second);
  }

  clear(): void {
    this.#words = newWords(Math.min(smallestSize, this.#largestSize));
    this.#members = 0;
  }

  #resize(size: number): void {
    const words = this.#words;
    this.#words = newWords(size);
    this.#members = 0;
    for (let at = 0; at < words.length; at += wordsPerMember) {
      const [first = 0, second = 0] = [words[at], words[at + 1]];
      if (first !== 0 || second !== 0) this.#insert(first, second);
    }
  }

  #insert(first: number, second: number): void {
    let at = this.#indexOf(0, 0, first);
    if (at === null) {
      at = this.#placeOf(first) + this.#nextWay * wordsPerMember;
      this.#nextWay = (this.#nextWay + 1) % waysPerPlace;
    } else {
      this.#members += 1;
    }
    this.#words[at] = first;
    this.#words[at + 1] = second;
  }

  /**
   * Returns the index of these words in the place to which the first word, or `leading`, belongs; `null` if they are
   * not there.
   */
  #indexOf(first: number, second: number, leading = first): number | null {
    const place = this.#placeOf(leading);
    const words = this.#words;
    for (let at = place; at < place + waysPerPlace * wordsPerMember; at += wordsPerMember)
      if (words[at] === first && words[at + 1] === second) return at;
    return null;
  }

  #placeOf(first: number): number {
    const wordsPerPlace = waysPerPlace * wordsPerMember;
    return (first % (this.#words.length / wordsPerPlace)) * wordsPerPlace;
  }
}

const newWords = (size: number): Uint32Array => new Uint32Array(size * wordsPerMember);

/**
 * Returns two words that depend on every character of the text. Not for secrets: a text with given words can be
 * constructed. A digest of node:crypto costs ten times as much, and this function runs for every observation.
 */
function digest(text: string): { first: number; second: number } {
  let first = 0x9e3779b9;
  let second = 0x85ebca6b;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x9e3779b1);
    first ^= first >>> 15;
    second = Math.imul(second ^ code, 0x5f356495);
    second ^= second >>> 13;
  }
  first = Math.imul(first ^ (second >>> 16), 0xc2b2ae35);
  second = Math.imul(second ^ (first >>> 16), 0x27d4eb2f);
  // Two zeros mark a free slot, so the second word is never zero.
  return { first: (first ^ (first >>> 15)) >>> 0, second: ((second ^ (second >>> 15)) | 1) >>> 0 };
}
