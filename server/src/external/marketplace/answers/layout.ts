import type { Cut, Span } from './raw-member.ts';

const numbersPerSpan = 3;
const numbersPerCut = 3;

/**
 * The positions of the members of an answer, and their fingerprints. Thousands of answers are remembered, and all numbers
 * of one are in one array: with an object for each cut they took five times the memory.
 */
export class Layout {
  readonly #names: readonly string[];
  /** For each member: start, end and number of cuts; for each of its cuts: index of the name, start and end. */
  readonly #numbers: Uint32Array;
  readonly #prints: readonly string[];

  /** `names` are those of all cuts, in one order for all layouts of an operation. */
  constructor(spans: readonly Span[], names: readonly string[]) {
    const cuts = spans.reduce((sum, span) => sum + span.cuts.length, 0);
    const numbers = new Uint32Array(numbersPerSpan * spans.length + numbersPerCut * cuts);
    let at = 0;
    for (const span of spans) {
      numbers[at] = span.start;
      numbers[at + 1] = span.end;
      numbers[at + 2] = span.cuts.length;
      at += numbersPerSpan;
      for (const cut of span.cuts) {
        numbers[at] = names.indexOf(cut.name);
        numbers[at + 1] = cut.start;
        numbers[at + 2] = cut.end;
        at += numbersPerCut;
      }
    }
    this.#names = names;
    this.#numbers = numbers;
    this.#prints = spans.map(({ print }) => print);
  }

  /** Returns a function that returns the members in turn, and `undefined` after the last one. */
  read(): () => Span | undefined {
    let at = 0;
    let member = 0;
    return () => {
      const print = this.#prints[member];
      if (print === undefined) return undefined;
      const [start = 0, end = 0, count = 0] = [this.#numbers[at], this.#numbers[at + 1], this.#numbers[at + 2]];
      at += numbersPerSpan;
      member += 1;
      const cuts: Cut[] = [];
      for (let n = 0; n < count; n += 1, at += numbersPerCut) cuts.push(this.#cutAt(at));
      return { start, end, cuts, print };
    };
  }

  #cutAt(at: number): Cut {
    const name = this.#names[this.#numbers[at] ?? 0] ?? '';
    return { name, start: this.#numbers[at + 1] ?? 0, end: this.#numbers[at + 2] ?? 0 };
  }
}
