import type { Clock } from './clock.ts';

interface SharedAnswer<Answer> {
  readonly askedMs: number;
  readonly answer: Promise<Answer>;
}

/** Lets callers with the same key share one answer, for a fixed time after it was requested. A failure is not kept. */
export class SharedAnswers<Answer> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  /** The answers by key, in the order in which they were requested. */
  readonly #answers = new Map<string, SharedAnswer<Answer>>();

  constructor(clock: Clock, keptMs: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  /** Returns the kept answer to this key, which may still be pending, or calls `ask`. */
  find(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const askedMs = this.#clock.now().getTime();
    this.#forgetUntil(askedMs - this.#keptMs);
    const shared = this.#answers.get(key);
    if (shared) return shared.answer;
    const answer = ask();
    this.#answers.set(key, { askedMs, answer });
    answer.catch(() => {
      if (this.#answers.get(key)?.answer === answer) this.#answers.delete(key);
    });
    return answer;
  }

  #forgetUntil(ms: number): void {
    for (const [key, { askedMs }] of this.#answers) {
      if (askedMs > ms) return;
      this.#answers.delete(key);
    }
  }
}
