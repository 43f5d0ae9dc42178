import * as z from 'zod/mini';

/** A threshold that people set for one product; `null` when they have set none. */
export const threshold = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null);

export const unitsText = (count: number): string => `${count} ${count === 1 ? 'unit' : 'units'}`;
export const daysText = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** Formats a rate: 61, 4.2, 0.35 or 0. Small numbers get more digits. */
export const perDayText = (units: number): string => `${units.toFixed(digitsOf(units))} a day`;

function digitsOf(units: number): number {
  if (units >= 9.95 || units === 0) return 0;
  return units >= 0.995 ? 1 : 2;
}

/**
 * Formats two rates with the same number of digits: "17 a day" and "1 a day", not "1.0 a day". A rate below the last
 * digit becomes "under 1 a day".
 */
export function perDayTexts(from: number, to: number): readonly [string, string] {
  const digits = digitsOf(Math.max(from, to));
  const text = (units: number): string => {
    const least = 10 ** -digits;
    return units > 0 && units < least / 2 ? `under ${least.toFixed(digits)} a day` : `${units.toFixed(digits)} a day`;
  };
  return [text(from), text(to)];
}
