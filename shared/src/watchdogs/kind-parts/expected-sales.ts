import { chanceOfSoFew } from './expected-sales-chance.ts';
import type { ComparableDay } from './expected-sales-days.ts';
import { weekdayFactors } from './expected-sales-weekdays.ts';

/** The last `length` comparable days together. */
export interface SalesWindow {
  readonly length: number;
  /** The first day of the window. */
  readonly from: string;
  readonly expected: number;
  readonly seen: number;
  /** The standard deviation of the units of such a window around what is expected. */
  readonly spread: number;
  /** The probability of this number of units or fewer if nothing had happened. */
  readonly chance: number;
}

/** With fewer days before a window, nothing is expected of it. */
const LEAST_HISTORY_DAYS = 10;
/** Nothing is expected of the days before this one: the first level is learned from them. */
const OPENING_DAYS = 7;
/**
 * The first level is the average of this many opening days, if there are as many, because fewer may all be days of one
 * promotion.
 */
const MOST_OPENING_DAYS = 21;
/** Windows are at most this long. */
const LONGEST_WINDOW = 7;
/**
 * How much one day moves the level: with the first gain half of the level comes from the last five days, with the slow
 * one from the last two weeks.
 */
const GAIN = 0.13;
const SLOW_GAIN = 0.05;
/**
 * A day that is further from the expectation than this many standard deviations moves the level only as much as one at
 * the limit.
 */
const OUTLIER = 2.5;
/** With fewer days there is no trend: the difference between the fast and the slow level is the opening's. */
const LEAST_TREND_DAYS = 22;
/** A trend is continued as far as the levels differ by more than this multiple of the variance that chance gives them. */
const TREND_BEYOND = 2;
/** The variance of a day beyond Poisson's that chance may have while a trend is looked for, as a share of the square. */
const TREND_EXCESS = 0.08;
/** A trend moves the level by at most this share a day. */
const MOST_TREND = 0.02;
/** A peak of at most this length counts as a promotion, after which sales return to the level before. */
const PROMOTION_DAYS = 7;
/** The limit, in standard deviations, to which a window counts: a drop in the past must not hide the next one. */
const PEAK = 3.5;
/** Excess variance of demand for a product without a history: 20 % from day to day beyond chance. */
const USUAL_EXCESS = 0.04;
/** The number of days of the product's own history that the usual excess weighs as much as. */
const USUAL_WEIGHT = 8;

/**
 * The expected sales of the last days, each window by what was known before it: a level that follows the sales and their
 * trend and is not led astray by single days, times the factor of the weekday. The spread around it is learned from the product's
 * own past, by computing the expectation of every earlier window in the same way.
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

/** Units a day, and by how much they change from day to day. */
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

/** The levels as known before each day, and after the last. */
function levelsBefore(days: readonly ComparableDay[], factors: readonly number[]): Level[] {
  const slow = followedLevels(days, factors, SLOW_GAIN);
  return followedLevels(days, factors, GAIN).map((fast, index) =>
    levelOf({ fast, slow: slow[index] ?? fast, days: index }),
  );
}

/** The mean age of the sales in a level that each day moves by this share. */
const ageOf = (gain: number): number => (1 - gain) / gain;

/** The variance of the difference between the two levels of sales without a trend, as a share of that of a day. */
const differenceShare =
  GAIN / (2 - GAIN) + SLOW_GAIN / (2 - SLOW_GAIN) - (2 * GAIN * SLOW_GAIN) / (GAIN + SLOW_GAIN - GAIN * SLOW_GAIN);

/**
 * Both levels lag behind a trend, the slow one more. As far as chance does not explain their difference, the trend is
 * continued from the fast level to the day itself. As far as it does, the lower level counts: after a peak the slow one is
 * still where it was, and after a fall the fast one has fallen with the sales.
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
  // The last week may be the window for which the levels are wanted.
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
    // The opening days are part of the level already. After them each day weighs at least as much as one among all days
    // so far.
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
 * The variance beyond Poisson's, as a share of the squared expectation, from the deviations of earlier windows. Peaks
 * are left out, since they say nothing about how far sales fall by themselves; the limit for a peak comes from the
 * windows below the expectation.
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

/** The excess of these windows, drawn towards the usual one, the more the fewer windows there are. */
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
