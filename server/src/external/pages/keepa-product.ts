import * as z from 'zod/mini';
import { maybe } from '../marketplace/answers/answer.ts';
import type { ProductPage } from './pages.ts';

/** Positions in Keepa's list of numbers: the rating in tenths of a star, and the number of ratings. */
const ratingAt = 16;
const countAt = 17;

const product = z.object({
  asin: z.string(),
  /** One current number per position; -1 means none. */
  stats: maybe(z.object({ current: maybe(z.array(z.nullable(z.number()))) })),
  /** One history per position: time, value, time, value. */
  csv: maybe(z.array(z.nullable(z.array(z.nullable(z.number()))))),
});

/** Returns `null` for a malformed product or one without a known rating. */
export function readKeepaProduct(given: unknown): ProductPage | null {
  const parsed = product.safeParse(given);
  if (!parsed.success) return null;
  const { asin, stats, csv } = parsed.data;
  const latest = (at: number): number | null => {
    const value = stats?.current?.[at] ?? csv?.[at]?.at(-1) ?? null;
    return value === null || value < 0 || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
  };
  const [tenths, count] = [latest(ratingAt), latest(countAt)];
  if (tenths === null && count === null) return null;
  return { asin, rating: { tenths, count, byStars: null }, reviews: null, badges: null };
}
