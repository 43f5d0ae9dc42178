import * as z from 'zod/mini';
import { eventType, refuseUnchanged } from '../event-type.ts';
import type { Product } from '../../model/product.ts';
import { positionOf } from '../../model/search.ts';
import type { World } from '../../world.ts';

/** Sets the position for a phrase; without a position the product is removed from the results. */
export const searchRankChanged = eventType({
  schema: {
    keyword: z.string().check(z.minLength(1)),
    position: z.optional(z.int().check(z.minimum(1), z.maximum(60))),
  },
  notifies: [],
  apply: ({ world, product }, { keyword, position }) => {
    const phrase = keyword.trim().toLowerCase();
    const from = positionOf(product, phrase);
    refuseUnchanged(from === position, product, position ? `is in place ${position}` : 'is not among the results');
    if (position !== undefined) makeRoom(world, product, { phrase, position });
    product.searchPositions.set(phrase, position);
    world.announce('page', product);
    return { keyword: phrase, from, to: position };
  },
});

/** Moves another seeded product down if it occupies the position. */
function makeRoom(world: World, product: Product, place: { phrase: string; position: number }): void {
  const { phrase, position } = place;
  const occupant = world.products.find(
    (other) => other !== product && other.marketplace === product.marketplace && positionOf(other, phrase) === position,
  );
  if (!occupant) return;
  makeRoom(world, occupant, { phrase, position: position + 1 });
  occupant.searchPositions.set(phrase, position + 1);
}

/** Varies the order and spelling of answers without changing a fact; must not cause an alert. */
export const noise = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }) => {
    product.noise += 1;
    world.announce('offers', product);
    return { noise: product.noise };
  },
});
