import type { BrowserContext } from '@playwright/test';
import { hintIds, hintKey } from '../../web/src/features/onboarding/hint-ids.ts';

/** Dismisses all hints in the browser context. */
export async function dismissHints(context: BrowserContext): Promise<void> {
  const keys = hintIds.map((id) => `watchpost.${hintKey(id)}`);
  await context.addInitScript(
    `try { for (const key of ${JSON.stringify(keys)}) localStorage.setItem(key, 'yes'); } catch {}`,
  );
}
