import { addDays } from '../../base/marketplace-day.ts';
import { localDay, localHour, offsetAt, type LocalClock } from './local-clock.ts';
import { hourMs } from '../../base/time.ts';

/** No zone changes its clocks twice within this time. */
const aroundMs = 4 * hourMs;

/**
 * The instant at which this clock first shows the hour of the day. When the clocks skip the hour, it is the instant of
 * the skip, or, when the skip crosses midnight, as long before it. So every local day has exactly one instant.
 */
export function instantOf(clock: LocalClock, day: string, hour: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * hourMs;
  const guess = wanted - offsetAt(clock, wanted);
  const before = offsetAt(clock, guess - aroundMs);
  const after = offsetAt(clock, guess + aroundMs);
  for (const offset of [before, after]) {
    const at = wanted - offset;
    if (offsetAt(clock, at) === offset) return new Date(at);
  }
  const change = new Date(changeBetween(clock, guess - aroundMs, guess + aroundMs));
  return localDay(clock, change) === day ? change : new Date(wanted - after);
}

/** The first instant at which the clock has its later offset, found by bisection. */
function changeBetween(clock: LocalClock, fromMs: number, toMs: number): number {
  const after = offsetAt(clock, toMs);
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(clock, middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

export interface DigestClock extends LocalClock {
  readonly hour: number;
}

/** The latest local day whose digest hour has come. */
function latestDay(clock: DigestClock, now: Date): string {
  const today = localDay(clock, now);
  // After clocks are put back at midnight, the local day is yesterday once more although today's hour has come already.
  const days = [addDays(today, 1), today];
  return days.find((day) => instantOf(clock, day, clock.hour) <= now) ?? addDays(today, -1);
}

export interface DigestStep {
  /** The local day whose digest is owed now, or null. After several missed days only the latest is owed. */
  readonly owed: string | null;
  /** The latest local day that needs no further digest after this step. */
  readonly lastDay: string;
  /** The instant of the next step. */
  readonly nextAt: Date;
}

interface DigestHistory {
  readonly now: Date;
  /** The latest local day that is settled; `null` before the first one. */
  readonly lastDay: string | null;
  /** Whether that day had a digest: the day on which an address begins to get digests may have none. */
  readonly hadDigest: boolean;
}

/**
 * Decides what is owed to an address by its clock as it is now. Days only go forward, so that a changed hour or zone
 * neither doubles nor drops one; only a day without a digest may come again, at a later hour. With a `lastDay` of null
 * the first digest is the next one.
 */
export function digestStep(clock: DigestClock, { now, lastDay, hadDigest }: DigestHistory): DigestStep {
  const latest = latestDay(clock, now);
  const isOwed = lastDay !== null && latest > lastDay;
  const isAgain = lastDay !== null && !hadDigest && latest < lastDay;
  const settled = lastDay === null || isOwed || isAgain ? latest : lastDay;
  return {
    owed: isOwed ? latest : null,
    lastDay: settled,
    nextAt: instantOf(clock, addDays(settled, 1), clock.hour),
  };
}

/** The hours from `from` until before `to`; when `from` is later than `to`, they span midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** When mail may be sent: now, or at the end of the current quiet hours. */
export function quietUntil(clock: LocalClock, quiet: QuietHours | null, now: Date): Date {
  if (quiet === null || quiet.from === quiet.to) return now;
  const hour = localHour(clock, now);
  const { from, to } = quiet;
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return now;
  const today = localDay(clock, now);
  const ends = [today, addDays(today, 1)].map((day) => instantOf(clock, day, to));
  return ends.find((end) => end > now) ?? now;
}
