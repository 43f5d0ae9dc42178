import { lookAtPages } from './product-pages.ts';
import { batchSource } from '../source.ts';

/**
 * The pages of products that were added after the last whole pass, which is too expensive to be repeated for each of
 * them. Costs nothing if there are none.
 */
export const newProductPages = batchSource({
  name: 'new-product-pages',
  aspects: [],
  unit: 'newProduct',
  batchSize: 10,
  everyMinutes: 120,
  announcedBy: [],
  needsPages: true,
  ask: lookAtPages,
});
