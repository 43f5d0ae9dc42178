/** Entries of the timeline are kept for as long as the page is open, so that only the first of each name is noted. */
const noted = new Set<string>();

/** Does the work and notes in the browser's timeline how long it took the first time, for `bench:ui`. */
export function measured<T>(name: string, work: () => T): T {
  if (noted.has(name)) return work();
  noted.add(name);
  const start = performance.now();
  const result = work();
  performance.measure(`watchpost ${name}`, { start });
  return result;
}
