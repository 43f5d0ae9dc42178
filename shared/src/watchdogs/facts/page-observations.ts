import * as z from 'zod/mini';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());
const count = z.nullable(z.int());

const review = z.object({
  id: z.string(),
  rating: z.int(),
  title: z.string(),
  /** At most 500 characters of it. */
  body: z.string(),
  /** ISO instant. */
  date: text,
  isVerified: flag,
});
/** The reviews on the product page, in its order, at most 13. */
const reviews = z.object({ top: z.nullable(z.array(review)) });

const rating = z.object({
  /** Tenths of a star as the page shows them: 43 is 4.3. */
  tenths: count,
  count: count,
  /** Ratings by stars, one star first. Computed by the page from rounded percentages: exact for small totals only. */
  byStars: z.nullable(z.array(z.int())),
});

/** What the product page has or has not. */
const badges = z.object({
  /** Search phrases of the "Choice" badge; `[]` is a page without it. */
  choice: z.nullable(z.array(z.string())),
  /** Whether the page offers to add to the cart. */
  hasAddToCart: flag,
});

/** Where a product stands in the results of one search phrase. */
const searchRank = z.object({
  keyword: z.string(),
  /** 1 is the first result that nobody paid for; `null`: not among those seen. */
  position: count,
  /** How many results that nobody paid for were seen. */
  seen: z.int(),
});

/** Only the pages that customers see tell these; the marketplace's own interface does not. */
export const pageObservationSchemas = { reviews, rating, badges, searchRank } as const;
