import { chanceOfSoFew } from '@app/shared/watchdogs/kind-parts/expected-sales-chance.ts';
import { comparableDays } from '@app/shared/watchdogs/kind-parts/expected-sales-days.ts';
import { lastWindows } from '@app/shared/watchdogs/kind-parts/expected-sales.ts';
import { watchdogsByType } from '@app/shared/watchdogs/registry.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import type { ScoredWindow } from './forecast-bound.ts';
import { judgeObservation, initialState, type WatchdogState } from './judge-observation.ts';
import { factsThrough, type Series } from './series.ts';

/** Minimum number of known days before the watchdog judges sales. */
const HISTORY_DAYS = 10;
/** Allowed false alarms per day, with one observation per day. */
export const ALARMS_PER_DAY = 0.1 / 30;

interface Alarm {
  readonly series: string;
  readonly day: string;
  readonly text: string;
}

export interface SeriesReplay {
  readonly alarms: readonly Alarm[];
  readonly productMonths: number;
  /** The state of the watchdog before each day. The simulation of a planted drop starts from this state. */
  readonly keptBefore: readonly WatchdogState[];
}

/** Replays a series day by day. Days that cannot be judged do not count in `productMonths`. */
export function replaySales(series: Series): SeriesReplay {
  const alarms: Alarm[] = [];
  const keptBefore: WatchdogState[] = [];
  let kept = initialState;
  let judgedDays = 0;
  for (const [index, day] of series.days.entries()) {
    keptBefore.push(kept);
    if (series.isUnknown[index]) continue;
    const judged = factsOn(series, { index, kept });
    kept = judged.kept;
    if (levelBefore(series, index) !== null) judgedDays += 1;
    if (judged.isAlarm) alarms.push({ series: series.name, day, text: judged.judgement?.text ?? '' });
  }
  return { alarms, productMonths: judgedDays / 30, keptBefore };
}

/** Scores windows of this length without a planted drop, one for each day that can be judged. */
export function scoreQuietWindows(series: Series, length: number): ScoredWindow[] {
  return series.days.flatMap((_, index) => {
    const level = levelBefore(series, index + 1 - length);
    const isKnown = !series.isUnknown.slice(Math.max(0, index + 1 - length), index + 1).some(Boolean);
    return (level !== null && isKnown ? scoreWindow(series, { index, length, level }) : null) ?? [];
  });
}

interface DayView {
  readonly index: number;
  readonly kept: WatchdogState;
  readonly planted?: readonly number[];
}

function factsOn(series: Series, { index, kept, planted = [] }: DayView) {
  const sales = factsThrough(series, index, planted);
  const at = new Date(Date.parse(sales.through) + 36 * 3_600_000);
  return judgeObservation({ kind: watchdogsByType.salesDrop, marketplace: series.marketplace }, kept, {
    now: { sales },
    at,
  });
}

/** Returns the mean units per day of the 14 known days before; `null` if too few days are known. */
function levelBefore(series: Series, index: number): number | null {
  const known: number[] = [];
  for (let before = index - 1; before >= 0 && known.length < 14; before -= 1) {
    // Days before a week without data are not comparable.
    if (series.isUnknown.slice(before - 6, before + 1).every(Boolean) && before >= 6) break;
    if (!series.isUnknown[before]) known.push(series.units[before] ?? 0);
  }
  return known.length < HISTORY_DAYS ? null : known.reduce((sum, units) => sum + units, 0) / known.length;
}

export interface Drop {
  readonly days: number;
  /** The share of each day's sales that remains during the drop. */
  readonly share: number;
}

export interface PlantedDrop {
  /** Units per day before the drop. */
  readonly level: number;
  readonly isFound: boolean;
  /** Probability that a rule which knows the true level finds the drop despite Poisson noise. */
  readonly bound: number;
  /** The drop's days compared with their forecast; `null` if they cannot be compared. */
  readonly scored: ScoredWindow | null;
}

/** Plants a drop on every possible day, one at a time, by removing random units; it must be found by its last day. */
export function plantDrops(series: Series, { keptBefore }: SeriesReplay, drop: Drop): PlantedDrop[] {
  return series.days.flatMap((day, start) => {
    const end = start + drop.days - 1;
    const level = levelBefore(series, start);
    const kept = keptBefore[start];
    const isOpen = (kept?.item?.status ?? 0) > 0;
    const fits = end < series.days.length && !series.isUnknown.slice(start, end + 1).some(Boolean);
    if (level === null || !kept || isOpen || !fits) return [];
    const random = createRandom(`${series.name} ${day} ${drop.days}`);
    const planted = series.units.slice(start, end + 1).map((units) => removeUnits(units, drop.share, random));
    return [
      {
        level,
        isFound: isFound({ series, start, planted, kept }),
        bound: poissonBound(level * drop.days, drop.share),
        scored: scoreWindow(series, { index: end, length: drop.days, level, planted }),
      },
    ];
  });
}

interface WindowView {
  readonly index: number;
  readonly length: number;
  readonly level: number;
  readonly planted?: readonly number[];
}

function scoreWindow(series: Series, { index, length, level, planted = [] }: WindowView): ScoredWindow | null {
  const days = comparableDays(factsThrough(series, index, planted), series.marketplace);
  const [window] = lastWindows(days, [length]);
  if (!window || days.at(-1)?.day !== series.days[index] || window.expected === 0) return null;
  return { level, chance: window.chance, ratio: window.seen / window.expected };
}

const removeUnits = (units: number, share: number, random: Random): number =>
  Array.from({ length: units }, () => random.next()).filter((drawn) => drawn < share).length;

interface PlantedTrial {
  readonly series: Series;
  readonly start: number;
  readonly planted: readonly number[];
  readonly kept: WatchdogState;
}

function isFound({ series, start, planted, kept: before }: PlantedTrial): boolean {
  let kept = before;
  for (const index of planted.keys()) {
    const judged = factsOn(series, { index: start + index, kept, planted: planted.slice(0, index + 1) });
    if (judged.isAlarm) return true;
    kept = judged.kept;
  }
  return false;
}

/**
 * Returns the upper bound for any rule within the allowed rate of false alarms: an alarm at the highest count that is
 * rare enough.
 */
function poissonBound(mean: number, share: number): number {
  let most = -1;
  while (chanceOfSoFew(most + 1, mean, 0) <= ALARMS_PER_DAY) most += 1;
  return most < 0 ? 0 : chanceOfSoFew(most, mean * share, 0);
}
