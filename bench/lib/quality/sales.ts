import { chanceOfSoFew } from '@app/shared/watchdogs/kind-parts/expected-sales-chance.ts';
import { watchdogsByType } from '@app/shared/watchdogs/registry.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import { follow, nothingKept, type Kept } from './follower.ts';
import { factsThrough, type Series } from './series.ts';

/** Days before which the product says nothing of sales anyway. */
const HISTORY_DAYS = 10;
/** The goal's budget, were it spent on one look a day. */
const ALARMS_PER_DAY = 0.1 / 30;

export interface Alarm {
  readonly series: string;
  readonly day: string;
  readonly text: string;
}

export interface Replayed {
  readonly alarms: readonly Alarm[];
  readonly productMonths: number;
  /** What was kept before each day, to go on from with something planted. */
  readonly keptBefore: readonly Kept[];
}

/** A series day by day, as it was. Days on which nothing could be said do not count as quiet ones. */
export function replaySales(series: Series): Replayed {
  const alarms: Alarm[] = [];
  const keptBefore: Kept[] = [];
  let kept = nothingKept;
  let judgedDays = 0;
  for (const [index, day] of series.days.entries()) {
    keptBefore.push(kept);
    if (series.isUnknown[index]) continue;
    const looked = lookAt(series, { index, kept });
    kept = looked.kept;
    if (levelBefore(series, index) !== null) judgedDays += 1;
    if (looked.isAlarm) alarms.push({ series: series.name, day, text: looked.judgement?.text ?? '' });
  }
  return { alarms, productMonths: judgedDays / 30, keptBefore };
}

interface DayLook {
  readonly index: number;
  readonly kept: Kept;
  readonly planted?: readonly number[];
}

function lookAt(series: Series, { index, kept, planted = [] }: DayLook) {
  const sales = factsThrough(series, index, planted);
  const at = new Date(Date.parse(sales.through) + 36 * 3_600_000);
  return follow({ kind: watchdogsByType.salesDrop, marketplace: series.marketplace }, kept, { now: { sales }, at });
}

/** Units a day over the two weeks before, without what the rule makes of them; `null` while too little is known. */
function levelBefore(series: Series, index: number): number | null {
  const known: number[] = [];
  for (let before = index - 1; before >= 0 && known.length < 14; before -= 1) {
    // Behind a week of nothing lies another time.
    if (series.isUnknown.slice(before - 6, before + 1).every(Boolean) && before >= 6) break;
    if (!series.isUnknown[before]) known.push(series.units[before] ?? 0);
  }
  return known.length < HISTORY_DAYS ? null : known.reduce((sum, units) => sum + units, 0) / known.length;
}

export interface Drop {
  readonly days: number;
  /** What is left of each day's sales. */
  readonly share: number;
}

export interface Planted {
  /** Units a day before the drop. */
  readonly level: number;
  readonly isFound: boolean;
  /** How likely a rule that knew the level, and had only Poisson's noise against it, would find it. */
  readonly bound: number;
}

/** Plants the drop on every day on which it fits, one at a time, each unit going by chance; found by its last day. */
export function plantDrops(series: Series, { keptBefore }: Replayed, drop: Drop): Planted[] {
  return series.days.flatMap((day, start) => {
    const end = start + drop.days - 1;
    const level = levelBefore(series, start);
    const kept = keptBefore[start];
    const isOpen = (kept?.item?.status ?? 0) > 0;
    const fits = end < series.days.length && !series.isUnknown.slice(start, end + 1).some(Boolean);
    if (level === null || !kept || isOpen || !fits) return [];
    const random = createRandom(`${series.name} ${day} ${drop.days}`);
    const planted = series.units.slice(start, end + 1).map((units) => thinned(units, drop.share, random));
    return [
      { level, isFound: isFound({ series, start, planted, kept }), bound: poissonBound(level * drop.days, drop.share) },
    ];
  });
}

const thinned = (units: number, share: number, random: Random): number =>
  Array.from({ length: units }, () => random.next()).filter((drawn) => drawn < share).length;

interface Trial {
  readonly series: Series;
  readonly start: number;
  readonly planted: readonly number[];
  readonly kept: Kept;
}

function isFound({ series, start, planted, kept: before }: Trial): boolean {
  let kept = before;
  for (const index of planted.keys()) {
    const looked = lookAt(series, { index: start + index, kept, planted: planted.slice(0, index + 1) });
    if (looked.isAlarm) return true;
    kept = looked.kept;
  }
  return false;
}

/** The best that any rule can do within the budget: alarm at the most units that are rare enough by themselves. */
function poissonBound(mean: number, share: number): number {
  let most = -1;
  while (chanceOfSoFew(most + 1, mean, 0) <= ALARMS_PER_DAY) most += 1;
  return most < 0 ? 0 : chanceOfSoFew(most, mean * share, 0);
}
