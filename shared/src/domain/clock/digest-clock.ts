import { addDays } from '../../base/calendar-day.ts';
import { localDay, localHour, offsetAt, type LocalClock } from './local-clock.ts';
import { hourMs, minuteMs } from '../../base/time.ts';

/** No zone changes its clocks twice within this time. */
const aroundMs = 4 * hourMs;

/**
 * Returns the instant at which the clock first shows the hour of the day. If the clocks skip the hour, this is the
 * instant of the skip; if the skip reaches past midnight, it is the instant at which a clock with the new offset would
 * show the hour. So every local day has exactly one instant.
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

/** Finds by bisection the first instant at which the clock has the offset that it has at `toMs`. */
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
  // If clocks are put back at midnight, the local day is yesterday again although today's digest hour has already come.
  const days = [addDays(today, 1), today];
  return days.find((day) => instantOf(clock, day, clock.hour) <= now) ?? addDays(today, -1);
}

export interface DigestStep {
  /** The local day whose digest is owed now, or null. After several missed days only the latest is owed. */
  readonly owed: string | null;
  /** The latest local day whose digest is settled after this step. */
  readonly lastDay: string;
  /** The instant of the next step. */
  readonly nextAt: Date;
}

interface DigestHistory {
  readonly now: Date;
  /** The latest local day whose digest is settled; `null` before the first step. */
  readonly lastDay: string | null;
  /**
   * Whether a digest was due on `lastDay`. On the day on which an address begins to get digests, none may have been
   * due.
   */
  readonly hadDigest: boolean;
}

/**
 * Decides which digest an address is owed, by its present clock. Days only go forward, so a changed hour or zone
 * neither repeats nor skips a digest; only a day without a digest can come again, at a later hour. If `lastDay` is
 * null, the first digest is the one of the next digest hour.
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

/** The hours from `from` up to but not including `to`. If `from` is later than `to`, the quiet hours span midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** Clocks differ from UTC, and are changed, by whole quarters of an hour. */
const quarterMs = 15 * minuteMs;

/**
 * Returns the earliest time at which mail may be sent: now, or the end of the current quiet hours. The end is looked
 * for quarter by quarter, because the hour at which quiet hours end may be skipped, or shown again in part.
 */
export function quietUntil(clock: LocalClock, quiet: QuietHours | null, now: Date): Date {
  if (quiet === null || quiet.from === quiet.to) return now;
  let end = now;
  while (isQuiet(quiet, localHour(clock, end))) {
    const shownMs = end.getTime() + offsetAt(clock, end.getTime());
    end = new Date(end.getTime() + quarterMs - (shownMs % quarterMs));
  }
  return end;
}

const isQuiet = ({ from, to }: QuietHours, hour: number): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;
