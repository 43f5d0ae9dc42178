import { chanceOfSoFew } from './expected-sales-chance.ts';
import type { ComparableDay } from './expected-sales-days.ts';
import { weekdayFactors } from './expected-sales-weekdays.ts';

/** The last `length` comparable days, taken together. */
export interface SalesWindow {
  readonly length: number;
  /** The first day of the window. */
  readonly from: string;
  readonly expected: number;
  readonly seen: number;
  /** The standard deviation of the units that such windows sell around the expected number. */
  readonly spread: number;
  /** The probability that `seen` or fewer units are sold although demand has not changed. */
  readonly chance: number;
}

/** If fewer days precede a window, its sales cannot be predicted and it is left out. */
const LEAST_HISTORY_DAYS = 10;
/** The first level is learned from at least this many opening days, so windows that begin in them are not predicted. */
const OPENING_DAYS = 7;
/** The first level is the average of up to this many opening days. Fewer days might all belong to one promotion. */
const MOST_OPENING_DAYS = 21;
/** The largest number of days in a window. */
const LONGEST_WINDOW = 7;
/**
 * The share by which one day moves a level. With the fast gain (GAIN), half of the level comes from the last five days,
 * with SLOW_GAIN from the last two weeks.
 */
const GAIN = 0.13;
const SLOW_GAIN = 0.05;
/**
 * A day that deviates from the expectation by more than this many standard deviations moves the level only as much as a
 * day at this limit.
 */
const OUTLIER = 2.5;
/** With fewer days no trend is estimated, because the fast and the slow level still differ by the opening days. */
const LEAST_TREND_DAYS = 22;
/**
 * A trend is continued only to the extent that the two levels differ by more than this multiple of the variance that
 * chance explains.
 */
const TREND_BEYOND = 2;
/**
 * The variance of a day beyond Poisson's that still counts as chance when a trend is estimated, as a share of the
 * squared level.
 */
const TREND_EXCESS = 0.08;
/** The largest change of the level per day that a trend may cause, as a share of the level. */
const MOST_TREND = 0.02;
/** A peak of at most this many days counts as a promotion, after which sales return to the level before it. */
const PROMOTION_DAYS = 7;
/** A deviation counts with at most this many standard deviations, so that a past drop does not hide the next one. */
const PEAK = 3.5;
/** The variance of demand beyond chance (20 % squared) that is assumed for a product without a history. */
const USUAL_EXCESS = 0.04;
/** The assumed variance (USUAL_EXCESS) weighs as much as this many windows of the product's own history. */
const USUAL_WEIGHT = 8;

/**
 * Returns the expected sales of the last days, one window per length, as the days before each window predict them: a
 * level that follows the sales and their trend but not single outliers, times the factor of the weekday. The spread is
 * learned from the product's past, by predicting every earlier window in the same way.
 */
export function lastWindows(days: readonly ComparableDay[], lengths: readonly number[]): SalesWindow[] {
  const known = lengths.filter((length) => days.length - length >= LEAST_HISTORY_DAYS);
  const factors = weekdayFactors(days.slice(0, days.length - Math.max(0, ...known)));
  const levels = levelsBefore(days, factors);
  return known.flatMap((length) => {
    const start = days.length - length;
    const first = days[start];
    if (!first) return [];
    const { expected, seen } = sumOf(days, { start, length, level: levels[start] ?? noLevel, factors });
    const excess = excessOf(days.slice(0, start), { length, levels, factors });
    const spread = deviation(expected, excess);
    return [{ length, from: first.day, expected, seen, spread, chance: chanceOfSoFew(seen, expected, excess) }];
  });
}

/** The units sold per day, and the change of this number from one day to the next. */
interface Level {
  readonly units: number;
  readonly trend: number;
}

const noLevel: Level = { units: 0, trend: 0 };

interface Sum {
  readonly expected: number;
  readonly seen: number;
}

interface Span {
  readonly start: number;
  readonly length: number;
  readonly level: Level;
  readonly factors: readonly number[];
}

function sumOf(days: readonly ComparableDay[], { start, length, level, factors }: Span): Sum {
  let expected = 0;
  let seen = 0;
  for (let index = start; index < start + length; index += 1) {
    const day = days[index];
    if (!day) break;
    expected += (level.units + level.trend * (index - start)) * (factors[day.weekday] ?? 1);
    seen += day.units;
  }
  return { expected, seen };
}

/** Returns the level as it is known before each day, and after the last day. */
function levelsBefore(days: readonly ComparableDay[], factors: readonly number[]): Level[] {
  const slow = followedLevels(days, factors, SLOW_GAIN);
  return followedLevels(days, factors, GAIN).map((fast, index) =>
    levelOf({ fast, slow: slow[index] ?? fast, days: index }),
  );
}

/** Returns the mean age in days of the sales in a level that each day moves by the share `gain`. */
const ageOf = (gain: number): number => (1 - gain) / gain;

/**
 * The variance of the difference between the fast and the slow level if sales have no trend, as a share of a day's
 * variance.
 */
const differenceShare =
  GAIN / (2 - GAIN) + SLOW_GAIN / (2 - SLOW_GAIN) - (2 * GAIN * SLOW_GAIN) / (GAIN + SLOW_GAIN - GAIN * SLOW_GAIN);

/**
 * Both levels lag behind a trend, the slow one more. As far as chance does not explain their difference, the trend is
 * continued from the fast level to the present day. As far as chance explains it, the lower level is used: after a peak
 * the slow level is still low, and after a fall the fast level is low already.
 */
function levelOf({ fast, slow, days }: { readonly fast: number; readonly slow: number; readonly days: number }): Level {
  const lower = Math.min(fast, slow);
  const byChance = differenceShare * (slow + TREND_EXCESS * slow * slow);
  const beyond = 1 - (TREND_BEYOND * byChance) / (fast - slow) ** 2;
  if (days < LEAST_TREND_DAYS || !(beyond > 0)) return { units: lower, trend: 0 };
  const most = MOST_TREND * slow;
  const trend = Math.min(most, Math.max(-most, (fast - slow) / (ageOf(SLOW_GAIN) - ageOf(GAIN))));
  const continued = Math.max(0, fast + trend * (ageOf(GAIN) + 1));
  return { units: beyond * continued + (1 - beyond) * lower, trend: beyond * trend };
}

function followedLevels(days: readonly ComparableDay[], factors: readonly number[], gain: number): number[] {
  // The last seven days are no opening days if possible, because they may be the window that is predicted.
  const openingDays = Math.min(MOST_OPENING_DAYS, Math.max(OPENING_DAYS, days.length - LONGEST_WINDOW));
  const opening = days.slice(0, openingDays).map(({ weekday, units }) => units / (factors[weekday] ?? 1));
  const middle = opening.toSorted((a, b) => a - b)[opening.length >> 1] ?? 0;
  let level = mean(opening.map((units) => Math.min(units, 1.5 * middle + 3)));
  const levels = [level];
  let peakDays = 0;
  for (const [index, { weekday, units }] of days.entries()) {
    const factor = factors[weekday] ?? 1;
    const expected = level * factor;
    const stray = (units - expected) / (deviation(expected, USUAL_EXCESS) + 0.5);
    peakDays = stray > PEAK ? peakDays + 1 : 0;
    const isPromotion = peakDays > 0 && peakDays <= PROMOTION_DAYS;
    // The opening days are already part of the level. Each later day weighs at least as much as one day in the average
    // of all days so far.
    if (index >= OPENING_DAYS && !isPromotion) {
      const taken = Math.abs(stray) > OUTLIER ? expected + (units - expected) * (OUTLIER / Math.abs(stray)) : units;
      level += Math.max(gain, 1 / (Math.max(index, openingDays) + 1)) * (taken / factor - level);
    }
    levels.push(level);
  }
  return levels;
}

interface WindowHistory {
  readonly length: number;
  readonly levels: readonly Level[];
  readonly factors: readonly number[];
}

/**
 * Estimates the variance beyond Poisson's, as a share of the squared expectation, from the deviations of earlier
 * windows. Peaks are left out, because they do not show how far sales fall without a cause. The limit for a peak comes
 * from the windows below the expectation.
 */
function excessOf(past: readonly ComparableDay[], { length, levels, factors }: WindowHistory): number {
  const usual = USUAL_EXCESS / Math.sqrt(length);
  const windows: Sum[] = [];
  for (let start = OPENING_DAYS; start + length <= past.length; start += 1) {
    windows.push(sumOf(past, { start, length, level: levels[start] ?? noLevel, factors }));
  }
  const below = fittedExcess(
    windows.filter(({ expected, seen }) => seen < expected),
    usual,
  );
  const isPeak = ({ expected, seen }: Sum) => seen - expected > PEAK * deviation(expected, below);
  return fittedExcess(
    windows.filter((window) => !isPeak(window)),
    usual,
  );
}

const deviation = (expected: number, excess: number): number => Math.sqrt(expected + excess * expected * expected);

/**
 * Returns the excess variance of these windows, drawn towards the usual one. The fewer windows there are, the more it
 * is drawn.
 */
function fittedExcess(windows: readonly Sum[], usual: number): number {
  let excess = 0;
  let squares = 0;
  for (const { expected, seen } of windows) {
    excess += Math.min((seen - expected) ** 2, (PEAK * deviation(expected, usual)) ** 2) - expected;
    squares += expected * expected;
  }
  if (squares === 0) return usual;
  const weight = (USUAL_WEIGHT * squares) / windows.length;
  return Math.max((usual * weight + excess) / (weight + squares), usual / 4);
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
