import { chanceOfSoFew } from './expected-sales-chance.ts';
import type { ComparableDay } from './expected-sales-days.ts';
import { weekdayFactors } from './expected-sales-weekdays.ts';

/** The last so many comparable days together. */
export interface SalesWindow {
  readonly length: number;
  /** Its first day. */
  readonly from: string;
  readonly expected: number;
  readonly seen: number;
  /** How likely so few or fewer are, had nothing happened. */
  readonly chance: number;
}

/** Before so many days nobody can say what a product sells. */
const LEAST_HISTORY_DAYS = 10;
/** The first level is what the first week sold. */
const OPENING_DAYS = 7;
/** How much one day moves the level: half of what is known is from the last five days, or from the last two weeks. */
const GAIN = 0.13;
const SLOW_GAIN = 0.05;
/** A day further from what was expected than this many standard deviations moves the level no more than one that is not. */
const OUTLIER = 2.5;
/** A peak that lasts no longer is a promotion, after which all is as before. */
const PROMOTION_DAYS = 7;
/** Further than so many no window counts: a drop in the past must not hide the next one. */
const PEAK = 3.5;
/** Excess variance of demand until a product has shown its own: 20 % from day to day beyond what chance does. */
const USUAL_EXCESS = 0.04;
/** For how many days of its own the usual excess counts. */
const USUAL_WEIGHT = 8;

/**
 * What the last days should have sold, each window by what was known before it: a level that follows the sales and is
 * not led astray by single days, times the factor of the weekday. How far sales stray from it is learned from the
 * product's own past, by expecting every earlier window in the same way.
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
    return [{ length, from: first.day, expected, seen, chance: chanceOfSoFew(seen, expected, excess) }];
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
 * Units a day as known before each day, and after the last: the lower of a level that follows soon and one that follows
 * slowly. A peak that is over leaves the slow one where it was, a decline takes the quick one along.
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
    // The opening days are in the level already; after them each day counts as much as one of all so far.
    if (index >= OPENING_DAYS && !isPromotion) {
      const taken = Math.abs(stray) > OUTLIER ? expected + (units - expected) * (OUTLIER / Math.abs(stray)) : units;
      level += Math.max(gain, 1 / (index + 1)) * (taken / factor - level);
    }
    levels.push(level);
  }
  return levels;
}

interface Past {
  readonly length: number;
  readonly levels: readonly number[];
  readonly factors: readonly number[];
}

/**
 * The variance beyond Poisson's, as a share of the square: how far earlier windows strayed from what was expected. Peaks
 * are left out, since they say nothing of how far sales fall by themselves; what a peak is, the lower half tells.
 */
function excessOf(past: readonly ComparableDay[], { length, levels, factors }: Past): number {
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

/** Drawn towards what is usual, the more the fewer windows there are. */
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
