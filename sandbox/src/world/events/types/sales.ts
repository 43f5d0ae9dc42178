import * as z from 'zod/mini';
import { cancelPastOrders } from '../changes.ts';
import { EventError, eventType, refuseUnchanged } from '../event-type.ts';

/**
 * Reduces the demand from now on, by default to a fifth. Daily sales show it only as time passes (`POST
 * /sandbox/clock`); with `daysAgo` the same share of the orders of the past days is cancelled immediately.
 */
export const salesDropped = eventType({
  schema: {
    factor: z.optional(z.number().check(z.minimum(0), z.maximum(0.99))),
    daysAgo: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  },
  notifies: [],
  apply: ({ world, product }, { factor = 0.2, daysAgo }) => {
    if (product.demand.unitsPerDay === 0) throw new EventError(`${product.asin} has had no sales for months`);
    refuseUnchanged(product.demand.factor === factor && daysAgo === undefined, product, `sells ${factor} of the usual`);
    product.demand.factor = factor;
    const cancelled = daysAgo === undefined ? 0 : cancelPastOrders(world, product, { daysAgo, share: 1 - factor });
    return { factor, cancelled };
  },
});

export const salesRecovered = eventType({
  schema: {},
  notifies: [],
  undoes: 'salesDropped',
  apply: ({ product }) => {
    refuseUnchanged(product.demand.factor === 1, product, 'sells as usual');
    product.demand.factor = 1;
    return { factor: 1 };
  },
});
