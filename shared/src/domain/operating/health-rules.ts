import { hourMs, minuteMs, secondMs } from '../../base/time.ts';

/** The thresholds of the health strip. A test checks that the alert rules in `docs/operating/` use the same numbers. */
export interface HealthRule {
  readonly title: string;
  readonly unit: 'count' | 'seconds' | 'share';
  /**
   * The line of the health strip is amber from this value on, or with `isLowBad` below this value. `red` works in the
   * same way.
   */
  readonly amber: number;
  readonly red: number;
  readonly isLowBad?: boolean;
}

const seconds = (ms: number): number => ms / secondMs;

export const healthRules = {
  workers: { title: 'Workers running', unit: 'count', amber: 1, red: 1, isLowBad: true },
  versions: { title: 'Versions running', unit: 'count', amber: 2, red: 3 },
  alarms: { title: 'Alarms', unit: 'count', amber: 1, red: 1 },
  lateness: { title: 'Most overdue check', unit: 'seconds', amber: seconds(20 * minuteMs), red: seconds(hourMs) },
  failingSweeps: { title: 'Checks failing', unit: 'count', amber: 1, red: 20 },
  oldestMessage: {
    title: 'Oldest message due',
    unit: 'seconds',
    amber: seconds(5 * minuteMs),
    red: seconds(30 * minuteMs),
  },
  failedMessages: { title: 'Messages refused, 24 h', unit: 'count', amber: 20, red: 200 },
  setAside: { title: 'Work set aside', unit: 'count', amber: 1, red: 10 },
  resting: { title: 'Accounts resting', unit: 'count', amber: 1, red: 20 },
  refused: { title: 'Answers 403, 15 min', unit: 'share', amber: 0.01, red: 0.1 },
  throttled: { title: 'Answers 429, 15 min', unit: 'share', amber: 0.02, red: 0.1 },
  queueAge: { title: 'Oldest job waiting', unit: 'seconds', amber: seconds(minuteMs), red: seconds(5 * minuteMs) },
  wait: { title: 'Wait for the database', unit: 'seconds', amber: 2, red: 10 },
  failingLoops: { title: 'Loops failing', unit: 'count', amber: 1, red: 3 },
  monthsAhead: { title: 'Months with partitions', unit: 'count', amber: 3, red: 2, isLowBad: true },
} as const satisfies Readonly<Record<string, HealthRule>>;

export type HealthKey = keyof typeof healthRules;
