import * as z from 'zod/mini';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const count = z.nullable(z.int());

const review = z.object({
  id: z.string(),
  rating: z.int(),
  title: z.string(),
  /** The first 500 characters of the text. */
  body: z.string(),
  /** ISO instant. */
  date: text,
  isVerified: flag,
});
/** The reviews on the product page, in the page's order, at most 13. */
const reviews = z.object({ top: z.nullable(z.array(review)) });

const rating = z.object({
  /** Tenths of a star as the page shows them: 43 is 4.3. */
  tenths: count,
  count: count,
  /**
   * Ratings by stars, one star first. The page computes them from rounded percentages, so that they are exact only for
   * small totals.
   */
  byStars: z.nullable(z.array(z.int())),
});

/** Features of the product page. */
const badges = z.object({
  /** Search phrases of the "Choice" badge; `[]` is a page without it. */
  choice: z.nullable(z.array(z.string())),
  /** Whether the page offers to add to the cart. */
  hasAddToCart: flag,
});

/** The position of a product in the results of one search phrase. */
const searchRank = z.object({
  keyword: z.string(),
  /** 1 is the first result that is no advertisement; `null` when the product was not among those that were read. */
  position: count,
  /** The number of results without advertisements that were read. */
  seen: z.int(),
});

/** Aspects that only the pages for customers contain, not the marketplace's API. */
export const pageObservationSchemas = { reviews, rating, badges, searchRank } as const;
