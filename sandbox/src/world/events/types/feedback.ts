import * as z from 'zod/mini';
import { EventError, eventType } from '../event-type.ts';
import { writeFeedback } from '../../seed/feedback.ts';

/** Adds feedback to the product's latest order without feedback; the default rating is one star. */
export const feedbackReceived = eventType({
  schema: {
    rating: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
    comment: z.optional(z.string()),
  },
  notifies: [],
  apply: ({ world, product }, { rating = 1, comment }) => {
    const feedback = world.feedbackOf(product.sellerId);
    const rated = new Set(feedback.map(({ orderId }) => orderId));
    const order = world
      .ordersOf(product.sellerId)
      .findLast(
        ({ asin, marketplace, orderId }) =>
          asin === product.asin && marketplace === product.marketplace && !rated.has(orderId),
      );
    if (!order) throw new EventError(`Nobody has ordered ${product.asin} in ${product.marketplace}`);
    const written = writeFeedback({ order, rating, date: world.clock.now() }, world.random);
    const entry = { ...written, comment: comment ?? written.comment, response: '' };
    feedback.unshift(entry);
    world.announce('feedback', product);
    return { orderId: entry.orderId, rating, comment: entry.comment };
  },
});

/** Removes the latest feedback about the product. */
export const feedbackRemoved = eventType({
  schema: {},
  notifies: [],
  undoes: 'feedbackReceived',
  apply: ({ world, product }) => {
    const feedback = world.feedbackOf(product.sellerId);
    const place = feedback.findIndex(
      ({ asin, marketplace }) => asin === product.asin && marketplace === product.marketplace,
    );
    const [removed] = place < 0 ? [] : feedback.splice(place, 1);
    if (!removed) throw new EventError(`No feedback is about ${product.asin} in ${product.marketplace}`);
    world.announce('feedback', product);
    return { orderId: removed.orderId, rating: removed.rating };
  },
});
