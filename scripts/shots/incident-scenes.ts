import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

/**
 * Shows an incident's consequences, which are folded on phones, and the actions of a row, which appear under the
 * pointer.
 */
async function unfold(page: Page): Promise<void> {
  const incident = page.getByRole('region', { name: / because / }).first();
  await incident.waitFor();
  const more = incident.getByRole('button', { name: /^and [\d,]+ more$/ });
  if (await more.isVisible()) await more.click();
  await incident.getByRole('article').last().hover();
}

export const incidentScenes: readonly Scene[] = [
  { name: 'incidents', path: '/home?view=wd', prepare: unfold, isBrief: true },
  { name: 'incidents-compact', path: '/home?view=wc', on: 'desktop', prepare: unfold, isBrief: true },
];
