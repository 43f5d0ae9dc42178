import type { Random } from '../../../sandbox/src/world/random.ts';

export function poisson(mean: number, random: Random): number {
  if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let product = random.next();
  let count = 0;
  while (product > limit) {
    product *= random.next();
    count += 1;
  }
  return count;
}

/** Draws a random demand with this mean. `straying` is its relative standard deviation. */
export const strayingDemand = (mean: number, straying: number, random: Random): number =>
  mean * (straying === 0 ? 1 : gamma(random, straying ** -2) * straying ** 2);

const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** Draws from a gamma distribution by the method of Marsaglia and Tsang; `shape` must be at least 1. */
function gamma(random: Random, shape: number): number {
  const base = shape - 1 / 3;
  for (;;) {
    const drawn = normal(random);
    const cube = (1 + drawn / Math.sqrt(9 * base)) ** 3;
    const isTaken = cube > 0 && Math.log(1 - random.next()) < (drawn * drawn) / 2 + base * (1 - cube + Math.log(cube));
    if (isTaken) return base * cube;
  }
}
