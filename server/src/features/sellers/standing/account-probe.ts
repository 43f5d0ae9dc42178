import { minuteMs, secondMs } from '@app/shared/base/time.ts';

/** The refused or failed work of one account that waits for its next try. */
export interface WaitingWork {
  readonly count: number;
  /** The first of the failures in a row; `null` if there is none. */
  readonly since: Date | null;
  /** The earliest time at which a piece of this work is tried again. */
  readonly nextAt: Date | null;
}

/**
 * From this many waiting pieces of work on the account may be cut off. A single one may just lack the role it needs.
 */
const fewest = 2;
const shortestMs = 10 * secondMs;
const longestMs = 30 * minuteMs;
/** After an outage, an account stays unobserved for at most a tenth of the time that the outage lasted. */
const shareOfAge = 0.1;

interface Retry {
  readonly now: Date;
  /** The usual time of the next try, which grows with each failure. */
  readonly usualAt: Date;
  readonly speedup: number;
}

/**
 * Returns the time of the next try for a failed piece of work. If the account has other failed work, one piece is tried
 * again soon as a probe of the account; its success makes the other pieces due.
 */
export function nextTryAt({ count, since, nextAt }: WaitingWork, { now, usualAt, speedup }: Retry): Date {
  if (count < fewest || since === null) return usualAt;
  const ageMs = now.getTime() - since.getTime();
  const waitMs = Math.min(longestMs / speedup, Math.max(shortestMs, ageMs * shareOfAge));
  const probeAt = new Date(now.getTime() + waitMs);
  const isProbed = nextAt !== null && nextAt > now && nextAt <= probeAt;
  return isProbed || probeAt > usualAt ? usualAt : probeAt;
}
