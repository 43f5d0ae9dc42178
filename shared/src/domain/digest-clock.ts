import { addDays } from '../base/marketplace-day.ts';
import { localDay, localHour, offsetAt, type LocalClock } from './local-clock.ts';
import { hourMs } from '../base/time.ts';

/** No clock is changed twice within so long. */
const aroundMs = 4 * hourMs;

/**
 * The instant at which this clock shows the hour of the day for the first time; where clocks skip the hour, the instant
 * at which they do, or as long before if that is midnight. So every local day has exactly one.
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

/** The instant from which the clock has the other offset. */
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

/** The latest local day whose hour has come. */
function latestDay(clock: DigestClock, now: Date): string {
  const today = localDay(clock, now);
  // Clocks that are put back at midnight show yesterday once more.
  const days = [addDays(today, 1), today];
  return days.find((day) => instantOf(clock, day, clock.hour) <= now) ?? addDays(today, -1);
}

export interface DigestStep {
  /** The local day whose digest is owed now, if any. Of days that went by while nobody looked, the latest. */
  readonly owed: string | null;
  /** The latest local day that is settled after this. */
  readonly lastDay: string;
  /** When to look again. */
  readonly nextAt: Date;
}

/**
 * What is owed to somebody whose last digest was of this local day, by the clock as it is now. An hour or a zone that has
 * changed meanwhile neither doubles a day nor drops one: days only go on. `null`: digests begin with the next one.
 */
export function digestStep(clock: DigestClock, { now, lastDay }: { now: Date; lastDay: string | null }): DigestStep {
  const latest = latestDay(clock, now);
  const isOwed = lastDay !== null && latest > lastDay;
  const settled = lastDay === null || isOwed ? latest : lastDay;
  return {
    owed: isOwed ? latest : null,
    lastDay: settled,
    nextAt: instantOf(clock, addDays(settled, 1), clock.hour),
  };
}

/** From this hour to before that one; over midnight where the first is the later one. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** When mail may go out: now, or when the quiet hours end that it is in. */
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
