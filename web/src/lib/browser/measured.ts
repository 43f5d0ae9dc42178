/**
 * The names already noted: timeline entries are kept while the page is open, so only the first of each name is noted.
 */
const noted = new Set<string>();

/** Does the work and, the first time for each name, notes its duration in the browser's timeline, for `bench:ui`. */
export function measured<T>(name: string, work: () => T): T {
  if (noted.has(name)) return work();
  noted.add(name);
  const start = performance.now();
  const result = work();
  performance.measure(`watchpost ${name}`, { start });
  return result;
}
