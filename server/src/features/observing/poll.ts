import type { ObservingContext } from './worker-context.ts';

const leastMs = 3_000;
const mostMs = 120_000;
/** What has taken long may take longer: a quarter of its age is waited. */
const shareOfAge = 4;
const leastRealMs = 500;

interface Polling extends Pick<ObservingContext, 'clock'> {
  readonly config: Pick<ObservingContext['config'], 'checkSpeedup'>;
}

/** When to look again at a report, which takes from seconds to an hour. */
export function pollAt({ clock, config }: Polling, passStartedAt: Date): Date {
  const now = clock.now().getTime();
  const ageMs = (now - passStartedAt.getTime()) * config.checkSpeedup;
  const waitMs = Math.min(mostMs, Math.max(leastMs, ageMs / shareOfAge));
  return new Date(now + Math.max(leastRealMs, waitMs / config.checkSpeedup));
}
