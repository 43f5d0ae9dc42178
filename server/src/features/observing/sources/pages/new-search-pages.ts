import { searchFor } from './search-pages.ts';
import { batchSource } from '../source.ts';

/**
 * The results of phrases that were never searched for. People expect a rank soon after they add a keyword, and a whole
 * pass of all phrases would be too expensive. `makeSearchDue` makes it due, and it also finds phrases that were added
 * while it ran. Costs nothing if there are none.
 */
export const newSearchPages = batchSource({
  name: 'new-search-pages',
  aspects: [],
  unit: 'newKeyword',
  batchSize: 10,
  everyMinutes: 120,
  announcedBy: [],
  needsPages: true,
  ask: searchFor,
});
