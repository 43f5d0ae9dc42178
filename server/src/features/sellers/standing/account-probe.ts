import { minuteMs, secondMs } from '@app/shared/base/time.ts';

/** The work of one account that was refused or has failed, and waits. */
export interface WaitingWork {
  readonly count: number;
  /** The first of the failures in a row; `null` if there is none. */
  readonly since: Date | null;
  /** The next time at which some of it is tried again. */
  readonly nextAt: Date | null;
}

/** A single operation without its role does not mean that the account is cut off. */
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
 * Returns the time of the next try for a piece of work of an account of which other work waits too. One piece is the
 * probe of the account and is tried again soon; its success makes the others due.
 */
export function nextTryAt({ count, since, nextAt }: WaitingWork, { now, usualAt, speedup }: Retry): Date {
  if (count < fewest || since === null) return usualAt;
  const ageMs = now.getTime() - since.getTime();
  const waitMs = Math.min(longestMs / speedup, Math.max(shortestMs, ageMs * shareOfAge));
  const probeAt = new Date(now.getTime() + waitMs);
  const isProbed = nextAt !== null && nextAt > now && nextAt <= probeAt;
  return isProbed || probeAt > usualAt ? usualAt : probeAt;
}
