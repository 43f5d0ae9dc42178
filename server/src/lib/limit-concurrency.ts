import { AppError } from '@app/shared/base/errors.ts';

interface ConcurrencyLimits {
  readonly atOnce: number;
  /**
   * Calls beyond this number are refused, because in a queue that is minutes long every caller gives up before its
   * turn.
   */
  readonly waiting: number;
}

/** Limits how many calls of expensive work run at the same time. */
export function limitConcurrency({ atOnce, waiting }: ConcurrencyLimits) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('tooManyRequests');
      // A finished call hands its place to the next one, so `running` does not change.
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
