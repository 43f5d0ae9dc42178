import { quietUntil, type QuietHours } from '@app/shared/domain/clock/digest-clock.ts';
import type { LocalClock } from '@app/shared/domain/clock/local-clock.ts';

/** The settings that decide when an address is mailed its waiting alerts. */
export interface MailTimes {
  readonly clock: LocalClock;
  readonly quiet: QuietHours | null;
  /** `null`: at once. */
  readonly collectMinutes: number | null;
  /** The latest mail, if it was sent a moment ago. */
  readonly lastSent: { readonly at: Date; readonly members: number } | null;
}

interface WaitingAlerts {
  /** When the oldest of it happened. */
  readonly firstAt: Date;
  readonly now: Date;
}

/** More than so many at once is a flood: what comes after it is collected until people have read it. */
export const floodFrom = 20;
const readingMs = 500;
export const longestReadingMs = 300_000;

/** Now, or when it may be sent: after the time of collecting, after a flood, and after the quiet hours that this is in. */
export function mailableAt(
  { clock, quiet, collectMinutes, lastSent }: MailTimes,
  { firstAt, now }: WaitingAlerts,
): Date {
  const collected = collectMinutes === null ? now : new Date(firstAt.getTime() + collectMinutes * 60_000);
  return quietUntil(clock, quiet, latest([now, collected, readAt(lastSent) ?? now]));
}

function readAt(lastSent: MailTimes['lastSent']): Date | null {
  if (lastSent === null || lastSent.members <= floodFrom) return null;
  return new Date(lastSent.at.getTime() + Math.min(longestReadingMs, lastSent.members * readingMs));
}

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map((time) => time.getTime())));
