/** Does the work and notes in the browser's timeline how long it took; `bench:ui` reads the first of each name. */
export function measured<T>(name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  performance.measure(`watchpost ${name}`, { start });
  return result;
}
