import { lookAtPages } from './product-pages.ts';
import { batchSource } from '../source.ts';

/** Products that came after the last pass. A whole pass costs too much to be made for each of them; nothing new costs nothing. */
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
