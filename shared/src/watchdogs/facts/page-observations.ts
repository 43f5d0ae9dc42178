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
   * The numbers of ratings by stars, one star first. The page shows rounded percentages, so the numbers are exact only
   * for small totals.
   */
  byStars: z.nullable(z.array(z.int())),
});

/** Features of the product page. */
const badges = z.object({
  /** The search phrases for which the product has the "Choice" badge; `[]` if the page shows no such badge. */
  choice: z.nullable(z.array(z.string())),
  /** Whether the page shows an add-to-cart button. */
  hasAddToCart: flag,
});

/** The position of a product in the results of one search phrase. */
const searchRank = z.object({
  keyword: z.string(),
  /**
   * The position among the results without advertisements, from 1; `null` if the product was not among the results
   * read.
   */
  position: count,
  /** The number of results without advertisements that the source has read. */
  seen: z.int(),
});

/** Aspects that only the pages for customers contain, not the marketplace's API. */
export const pageObservationSchemas = { reviews, rating, badges, searchRank } as const;
