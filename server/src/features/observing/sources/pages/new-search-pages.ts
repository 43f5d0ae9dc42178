import { searchFor } from './search-pages.ts';
import { batchSource } from '../source.ts';

/**
 * Whoever adds a keyword wants to know soon, and a whole pass of all phrases would cost too much each time: this one looks
 * for those that have never been looked for. It is made due when there is one (`searchSoon`), and finds those that came
 * while it ran. Nothing new costs nothing.
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
