import type { Page } from '@playwright/test';
import type { WorldAnswer } from '../../shared/src/contract/world.ts';

/** Intercepts the answers with the state of the world and changes them. The server is asked for unpacked answers. */
export async function changeWorld(page: Page, change: (world: WorldAnswer) => WorldAnswer): Promise<void> {
  await page.route('**/api/sentinel/stateoftheworld?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('packed');
    const response = await route.fetch({ url: url.href });
    if (response.status() !== 200) return route.fulfill({ response });
    return route.fulfill({ response, json: change((await response.json()) as WorldAnswer) });
  });
}
