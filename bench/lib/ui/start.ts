import type { Page } from '@playwright/test';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';

/** Says what a page with the world has spent the time until it was ready on; `null` for a page without it. */
export async function describeStart(page: Page, readyMs: number): Promise<string | null> {
  const noted = await page.evaluate((path) => {
    const world = performance.getEntriesByType('resource').find(({ name }) => name.includes(path));
    const [unpack = 0, weigh = 0] = ['unpack', 'weigh'].map(
      (name) => performance.getEntriesByName(`watchpost ${name}`)[0]?.duration ?? 0,
    );
    return world ? { asked: world.startTime, took: world.duration, unpack, weigh } : null;
  }, stateOfTheWorld.path);
  if (!noted) return null;
  const { asked, took, unpack, weigh } = noted;
  const rest = readyMs - asked - took - unpack - weigh;
  const parts = { 'scripts until the world is requested': asked, 'its answer': took, unpack, weigh };
  const named = Object.entries({ ...parts, 'parse and render': rest });
  return `the start in ms: ${named.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')}`;
}
