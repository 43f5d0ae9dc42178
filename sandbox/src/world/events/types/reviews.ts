import * as z from 'zod/mini';
import { EventError, eventType, refuseUnchanged } from '../event-type.ts';
import { addRating, ratingCount, shownTenths, starsShowing } from '../../model/reviews.ts';
import { writeReview } from '../../seed/reviews.ts';

const stars = z.int().check(z.minimum(1), z.maximum(5));

/** Adds a review at the top of the page, by default with one star. */
export const reviewPosted = eventType({
  schema: {
    rating: z.optional(stars),
    title: z.optional(z.string()),
    body: z.optional(z.string()),
    position: z.optional(z.int().check(z.minimum(1), z.maximum(13))),
  },
  notifies: [],
  apply: ({ world, product }, { rating = 1, title, body, position = 1 }) => {
    const noun = product.searchPositions.keys().next().value ?? 'product';
    const written = writeReview({ rating, noun, date: world.clock.now() }, world.random);
    const review = { ...written, title: title ?? written.title, body: body ?? written.body };
    product.reviews = product.reviews.toSpliced(position - 1, 0, review);
    product.stars = addRating(product.stars, rating);
    world.announce('page', product);
    return { reviewId: review.id, rating, title: review.title, position };
  },
});

/** Removes the newest review. */
export const reviewRemoved = eventType({
  schema: {},
  notifies: [],
  undoes: 'reviewPosted',
  apply: ({ world, product }) => {
    const review = product.reviews.toSorted((a, b) => b.date.getTime() - a.date.getTime())[0];
    if (!review) throw new EventError(`${product.asin} in ${product.marketplace} has no reviews`);
    product.reviews = product.reviews.filter(({ id }) => id !== review.id);
    product.stars = addRating(product.stars, review.rating, -1);
    world.announce('page', product);
    return { reviewId: review.id, rating: review.rating };
  },
});

/** Sets the rating. By default it falls by 0.3 stars, or rises by 0.3 if it is below 3.3. */
export const ratingChanged = eventType({
  schema: {
    rating: z.optional(z.number().check(z.minimum(1), z.maximum(5), z.multipleOf(0.1))),
    count: z.optional(z.int().check(z.minimum(0))),
  },
  notifies: [],
  apply: ({ world, product }, { rating, count }) => {
    const before = { tenths: shownTenths(product.stars) ?? 0, count: ratingCount(product.stars) };
    const fallback = count === undefined ? defaultRating(before.tenths) : before.tenths;
    const tenths = rating === undefined ? fallback : Math.round(rating * 10);
    const after = { tenths, count: count ?? Math.max(1, before.count) };
    refuseUnchanged(after.tenths === before.tenths && after.count === before.count, product, 'is rated so');
    product.stars = starsShowing(after.tenths, after.count);
    world.announce('page', product);
    return { from: before.tenths / 10, to: (shownTenths(product.stars) ?? 0) / 10, count: after.count };
  },
});

const defaultRating = (tenths: number): number => (tenths >= 33 ? tenths - 3 : tenths + 3);
