import type { ComparableDay } from './expected-sales-days.ts';

/** Fewer than three weeks show no pattern of weekdays. */
const LEAST_DAYS = 21;
/**
 * A day counts with at most this multiple of its week's average, so that a single peak does not raise the factor of its
 * weekday.
 */
const PEAK = 3;
/** The assumed variance of a single day's sales beyond chance, relative to the square of its average. */
const STRAYING = 0.05;

/**
 * Returns the sales of each weekday (Sunday first) as a multiple of the average day. The more chance alone could
 * explain the differences, the closer the factors are to 1, so products that sell rarely get no weekday pattern.
 */
export function weekdayFactors(days: readonly ComparableDay[]): readonly number[] {
  const flat = [1, 1, 1, 1, 1, 1, 1];
  if (days.length < LEAST_DAYS) return flat;
  const sums = flat.map(() => ({ sold: 0, usual: 0, days: 0 }));
  for (let index = 3; index + 3 < days.length; index += 1) {
    const day = days[index];
    const sum = day && sums[day.weekday];
    if (!sum) continue;
    const week = days.slice(index - 3, index + 4).reduce((total, { units }) => total + units, 0) / 7;
    sum.sold += Math.min(day.units, PEAK * week);
    sum.usual += week;
    sum.days += 1;
  }
  const known = sums.map(({ sold, usual, days: count }) =>
    usual > 0 ? { factor: sold / usual, noise: 1 / usual + STRAYING / count } : { factor: 1, noise: 1 },
  );
  const spread = mean(known.map(({ factor }) => (factor - 1) ** 2));
  const real = Math.max(0, spread - mean(known.map(({ noise }) => noise)));
  return known.map(({ factor, noise }) => 1 + ((factor - 1) * real) / (real + noise));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
