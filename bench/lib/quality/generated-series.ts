import { dayOf } from '@app/shared/base/calendar-day.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { poisson, strayingDemand } from './draws.ts';
import type { Series } from './series.ts';

/** A form of demand over time, without a drop that should be reported. */
interface Shape {
  readonly name: string;
  /** Returns the demand on a day, as a multiple of the series' level. */
  readonly course: (day: number) => number;
  /** Relative standard deviation of the demand from day to day, in addition to Poisson noise. */
  readonly straying: number;
}

const steady = (): number => 1;

export const shapes: readonly Shape[] = [
  { name: 'steady, chance alone', course: steady, straying: 0 },
  { name: 'steady, straying by 20 %', course: steady, straying: 0.2 },
  { name: 'steady, straying by 35 %', course: steady, straying: 0.35 },
  {
    name: 'down by half in two months and up again',
    course: (day) => 0.988 ** (day % 120 < 60 ? day % 120 : 120 - (day % 120)),
    straying: 0.15,
  },
  { name: 'a promotion each month, three times as much', course: (day) => (day % 30 < 5 ? 3 : 1), straying: 0.15 },
  { name: 'a season, half more to half less', course: (day) => 1 + 0.5 * Math.sin(day / 28.6), straying: 0.15 },
];

export const levels: readonly number[] = [5, 20, 40, 60, 150];

/** Demand factors by weekday, Sunday first. */
const weekdays = [1.18, 1.09, 0.97, 0.93, 0.91, 0.92, 1];
const firstDay = Date.parse('2026-02-01');

interface SeriesOptions {
  readonly level: number;
  readonly days: number;
  readonly seed: string;
}

export function generateSeries({ name, course, straying }: Shape, { level, days, seed }: SeriesOptions): Series {
  const random = createRandom(`${name} ${level} ${seed}`);
  const dates = Array.from({ length: days }, (_, day) => new Date(firstDay + day * 86_400_000));
  return {
    name,
    // India has no holiday calendar in the product.
    marketplace: 'IN',
    days: dates.map(dayOf),
    units: dates.map((date, day) => {
      const demand = level * course(day) * (weekdays[date.getUTCDay()] ?? 1);
      return poisson(strayingDemand(demand, straying, random), random);
    }),
    isUnknown: dates.map(() => false),
  };
}
