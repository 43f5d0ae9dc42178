import type { Clock } from './clock.ts';

interface SharedAnswer<Answer> {
  readonly askedMs: number;
  readonly answer: Promise<Answer>;
}

/** Lets callers with the same question share one answer for a time from when it was asked. A failure is not kept. */
export class SharedAnswers<Answer> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  /** In the order in which they were asked for. */
  readonly #answers = new Map<string, SharedAnswer<Answer>>();

  constructor(clock: Clock, keptMs: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  /** Asks, or returns the answer to the same key, which may be under way. */
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
