import type { Order } from '../../world/life/order.ts';

/** What a question found when its first page was asked for. */
export interface Selection {
  readonly orders: readonly Order[];
  /** Until when it looked. */
  readonly before: string;
}

/** Keeps what the latest questions found, so that their later pages need not search again. */
export interface Selections {
  read(question: string, isNew: boolean, select: () => Selection): Selection;
}

const keptQuestions = 24;

export function createSelections(): Selections {
  const kept = new Map<string, Selection>();
  return {
    read: (question, isNew, select) => {
      const known = isNew ? undefined : kept.get(question);
      if (known) return known;
      const found = select();
      kept.delete(question);
      kept.set(question, found);
      const [oldest] = kept.keys();
      if (kept.size > keptQuestions && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}
