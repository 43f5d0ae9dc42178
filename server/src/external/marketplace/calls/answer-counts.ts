import { minuteMs } from '@app/shared/base/time.ts';
import type { Clock } from '../../../lib/clock.ts';

/** The kinds of answers of the marketplace that an operator tells apart. */
export const answerKinds = ['ok', '403', '429', 'refused', 'failed'] as const;
type AnswerKind = (typeof answerKinds)[number];
export type AnswerTotals = Readonly<Record<AnswerKind, number>>;

/** The answers of the last minutes show what is wrong now; fewer minutes would show noise. */
const recentMinutes = 15;

/** Counts the answers of the marketplace in this process. */
export class AnswerCounts {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #total = noAnswers();
  /** One entry for each of the last minutes in which an answer came. */
  readonly #minutes = new Map<number, Record<AnswerKind, number>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  note(status: number): void {
    const minute = this.#minute();
    const counts = this.#minutes.get(minute) ?? noAnswers();
    this.#minutes.set(minute, counts);
    for (const known of this.#minutes.keys()) if (known <= minute - recentMinutes) this.#minutes.delete(known);
    const kind = kindOf(status);
    counts[kind] += 1;
    this.#total[kind] += 1;
  }

  /** Returns the counts since the start of the process. */
  total(): AnswerTotals {
    return { ...this.#total };
  }

  recent(): AnswerTotals {
    const sum = noAnswers();
    const oldest = this.#minute() - recentMinutes;
    for (const [minute, counts] of this.#minutes) {
      if (minute <= oldest) continue;
      for (const kind of answerKinds) sum[kind] += counts[kind];
    }
    return sum;
  }

  #minute(): number {
    return Math.floor(this.#clock.now().getTime() / minuteMs);
  }
}

const noAnswers = (): Record<AnswerKind, number> => ({ ok: 0, '403': 0, '429': 0, refused: 0, failed: 0 });

function kindOf(status: number): AnswerKind {
  if (status < 400) return 'ok';
  if (status === 403) return '403';
  if (status === 429) return '429';
  return status < 500 ? 'refused' : 'failed';
}
