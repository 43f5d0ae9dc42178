import { AppError } from '@app/shared/base/errors.ts';

export interface InTurnOptions {
  readonly atOnce: number;
  /** Beyond these, whoever comes is refused: a queue that grows for minutes serves nobody. */
  readonly waiting: number;
}

/** Runs expensive work a few at a time. */
export function inTurn({ atOnce, waiting }: InTurnOptions) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('tooManyRequests');
      // Whoever finishes hands its place on: `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
