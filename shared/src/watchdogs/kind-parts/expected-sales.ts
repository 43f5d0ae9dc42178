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
  /** The probability of so few or fewer units if nothing had happened. */
  readonly chance: number;
}

/** With fewer days before a window, nothing is expected of it. */
const LEAST_HISTORY_DAYS = 10;
/** The first level is the average of this many opening days. */
const OPENING_DAYS = 7;
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
/** A peak of at most this length counts as a promotion, after which sales return to the level before. */
const PROMOTION_DAYS = 7;
/** The limit, in standard deviations, to which a window counts: a drop in the past must not hide the next one. */
const PEAK = 3.5;
/** Excess variance of demand for a product without a history: 20 % from day to day beyond chance. */
const USUAL_EXCESS = 0.04;
/** The number of days of the product's own history that the usual excess weighs as much as. */
const USUAL_WEIGHT = 8;

/**
 * The expected sales of the last days, each window by what was known before it: a level that follows the sales and is
 * not led astray by single days, times the factor of the weekday. The spread around it is learned from the product's
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
    const { expected, seen } = sumOf(days, { start, length, level: levels[start] ?? 0, factors });
    const excess = excessOf(days.slice(0, start), { length, levels, factors });
    const spread = deviation(expected, excess);
    return [{ length, from: first.day, expected, seen, spread, chance: chanceOfSoFew(seen, expected, excess) }];
  });
}

interface Sum {
  readonly expected: number;
  readonly seen: number;
}

interface Span {
  readonly start: number;
  readonly length: number;
  readonly level: number;
  readonly factors: readonly number[];
}

function sumOf(days: readonly ComparableDay[], { start, length, level, factors }: Span): Sum {
  let expected = 0;
  let seen = 0;
  for (let index = start; index < start + length; index += 1) {
    const day = days[index];
    if (!day) break;
    expected += level * (factors[day.weekday] ?? 1);
    seen += day.units;
  }
  return { expected, seen };
}

/**
 * Units a day as known before each day, and after the last: the lower of a fast and a slow level. After a peak the slow
 * level is still where it was; in a decline the fast one falls with the sales.
 */
function levelsBefore(days: readonly ComparableDay[], factors: readonly number[]): number[] {
  const slow = followedLevels(days, factors, SLOW_GAIN);
  return followedLevels(days, factors, GAIN).map((level, index) => Math.min(level, slow[index] ?? level));
}

function followedLevels(days: readonly ComparableDay[], factors: readonly number[], gain: number): number[] {
  const opening = days.slice(0, OPENING_DAYS).map(({ weekday, units }) => units / (factors[weekday] ?? 1));
  const middle = opening.toSorted((a, b) => a - b)[opening.length >> 1] ?? 0;
  let level = mean(opening.map((units) => Math.min(units, 3 * middle + 3)));
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
      level += Math.max(gain, 1 / (index + 1)) * (taken / factor - level);
    }
    levels.push(level);
  }
  return levels;
}

interface WindowHistory {
  readonly length: number;
  readonly levels: readonly number[];
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
    windows.push(sumOf(past, { start, length, level: levels[start] ?? 0, factors }));
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
