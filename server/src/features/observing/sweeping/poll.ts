import { minuteMs } from '@app/shared/base/time.ts';
import type { ObservingContext } from '../worker-context.ts';

/** Where somebody waits for the first pass, and where another one goes on as any day: a report takes minutes. */
const paces = {
  awaited: { leastMs: 3_000, mostMs: 2 * minuteMs, shareOfAge: 1 / 4 },
  usual: { leastMs: minuteMs, mostMs: 5 * minuteMs, shareOfAge: 1 },
} as const;
const leastRealMs = 500;

interface Polling extends Pick<ObservingContext, 'clock'> {
  readonly config: Pick<ObservingContext['config'], 'checkSpeedup'>;
}

interface Awaiting {
  readonly passStartedAt: Date;
  /** Nothing is known yet. */
  readonly isAwaited: boolean;
}

/**
 * When to look again at a report, which takes from seconds to an hour: what has taken long may take longer. A notification
 * that it is ready comes sooner, where there are notifications.
 */
export function pollAt({ clock, config }: Polling, { passStartedAt, isAwaited }: Awaiting): Date {
  const { leastMs, mostMs, shareOfAge } = paces[isAwaited ? 'awaited' : 'usual'];
  const now = clock.now().getTime();
  const ageMs = (now - passStartedAt.getTime()) * config.checkSpeedup;
  const waitMs = Math.min(mostMs, Math.max(leastMs, ageMs * shareOfAge));
  return new Date(now + Math.max(leastRealMs, waitMs / config.checkSpeedup));
}
