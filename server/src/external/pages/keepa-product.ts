import * as z from 'zod/mini';
import { maybe } from '../marketplace/answer.ts';
import type { ProductPage } from './pages.ts';

/** Where Keepa keeps them among its numbers: tenths of a star, and how many ratings. */
const ratingAt = 16;
const countAt = 17;

const product = z.object({
  asin: z.string(),
  /** One number of each kind; -1 is "none". */
  stats: maybe(z.object({ current: maybe(z.array(z.nullable(z.number()))) })),
  /** Of each kind a history: time, value, time, value. */
  csv: maybe(z.array(z.nullable(z.array(z.nullable(z.number()))))),
});

/** `null` for a product of a strange form, or of which Keepa knows no rating. */
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
