import { minuteMs } from '@app/shared/base/time.ts';
import { quietUntil, type QuietHours } from '@app/shared/domain/clock/digest-clock.ts';
import { clampToNow, isAheadOfClock } from '../../../../../lib/clock-skew.ts';
import type { LocalClock } from '@app/shared/domain/clock/local-clock.ts';

/** The settings that decide when an address gets its waiting alerts by mail. */
export interface MailTimes {
  readonly clock: LocalClock;
  readonly quiet: QuietHours | null;
  /** The minutes for which alerts are collected; `null` sends alerts at once. */
  readonly collectMinutes: number | null;
  /** The latest mail, if it was sent within the last minutes. */
  readonly lastSent: { readonly at: Date; readonly members: number } | null;
}

interface WaitingAlerts {
  /** The time from which the first of the waiting alerts is collected. */
  readonly firstAt: Date;
  readonly now: Date;
}

/** After a mail with more alerts than this, later alerts are collected until people have had time to read it. */
export const floodFrom = 20;
const readingMs = 500;
export const longestReadingMs = 5 * minuteMs;

/**
 * Returns when the waiting alerts may be sent: after the collecting time, the reading time of a long mail and quiet
 * hours.
 */
export function mailableAt(
  { clock, quiet, collectMinutes, lastSent }: MailTimes,
  { firstAt, now }: WaitingAlerts,
): Date {
  // An alert dated by a clock that is ahead would otherwise be collected until that date.
  const isCollected = collectMinutes === null || isAheadOfClock(firstAt, now);
  const collected = isCollected ? now : new Date(firstAt.getTime() + collectMinutes * minuteMs);
  return quietUntil(clock, quiet, latest([now, collected, readAt(lastSent, now) ?? now]));
}

function readAt(lastSent: MailTimes['lastSent'], now: Date): Date | null {
  if (lastSent === null || lastSent.members <= floodFrom) return null;
  return new Date(clampToNow(lastSent.at, now).getTime() + Math.min(longestReadingMs, lastSent.members * readingMs));
}

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map((time) => time.getTime())));
