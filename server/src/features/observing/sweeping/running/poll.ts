import { minuteMs } from '@app/shared/base/time.ts';
import type { ObservingContext } from '../../worker-context.ts';

/** `awaited` is the pace while people wait for a first pass, `usual` that of later passes. Reports take minutes. */
const paces = {
  awaited: { leastMs: 3_000, mostMs: 2 * minuteMs, shareOfAge: 1 / 4 },
  usual: { leastMs: minuteMs, mostMs: 5 * minuteMs, shareOfAge: 1 },
} as const;
const leastRealMs = 500;

interface PollContext extends Pick<ObservingContext, 'clock'> {
  readonly config: Pick<ObservingContext['config'], 'checkSpeedup'>;
}

interface PollState {
  readonly passStartedAt: Date;
  /** True while nothing is known yet. */
  readonly isAwaited: boolean;
}

/**
 * The time of the next check of a report, which takes from seconds to an hour: the longer it has taken, the longer it
 * may take. If notifications are configured, one of them announces the report earlier.
 */
export function pollAt({ clock, config }: PollContext, { passStartedAt, isAwaited }: PollState): Date {
  const { leastMs, mostMs, shareOfAge } = paces[isAwaited ? 'awaited' : 'usual'];
  const now = clock.now().getTime();
  const ageMs = (now - passStartedAt.getTime()) * config.checkSpeedup;
  const waitMs = Math.min(mostMs, Math.max(leastMs, ageMs * shareOfAge));
  return new Date(now + Math.max(leastRealMs, waitMs / config.checkSpeedup));
}
