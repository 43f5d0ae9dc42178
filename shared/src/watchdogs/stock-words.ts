import * as z from 'zod/mini';

/** A bound that people set for one product; `null` where they have set none. */
export const threshold = z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null);

export const unitsText = (count: number): string => `${count} ${count === 1 ? 'unit' : 'units'}`;
export const daysText = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** 61, 4.2, 0.35, 0: as precise as few units deserve. */
export const perDayText = (units: number): string =>
  `${units.toFixed(units >= 9.95 || units === 0 ? 0 : units >= 0.995 ? 1 : 2)} a day`;
