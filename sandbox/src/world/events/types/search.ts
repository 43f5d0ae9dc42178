import * as z from 'zod/mini';
import { eventType, refuseUnchanged } from '../event-type.ts';
import type { Product } from '../../model/product.ts';
import { positionOf } from '../../model/search.ts';
import type { World } from '../../world.ts';

/** Without a position the product is gone from the results of the phrase. */
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

/** Two of ours cannot be in one place: the other one moves down. */
function makeRoom(world: World, product: Product, place: { phrase: string; position: number }): void {
  const { phrase, position } = place;
  const occupant = world.products.find(
    (other) => other !== product && other.marketplace === product.marketplace && positionOf(other, phrase) === position,
  );
  if (!occupant) return;
  makeRoom(world, occupant, { phrase, position: position + 1 });
  occupant.searchPositions.set(phrase, position + 1);
}

/** The same facts in another order and another spelling from now on: nothing that anybody should hear of. */
export const noise = eventType({
  schema: {},
  notifies: ['ANY_OFFER_CHANGED'],
  apply: ({ world, product }) => {
    product.noise += 1;
    world.announce('offers', product);
    return { noise: product.noise };
  },
});
