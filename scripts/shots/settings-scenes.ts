import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const settings = '/settings';

const pressed = (panel: string, button: string) => async (page: Page) => {
  await page.getByRole('region', { name: panel, exact: true }).getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
};

/** Each with what it says about fields that nobody has filled in. */
const sentEmpty = (panel: string, button: string) => async (page: Page) => {
  await pressed(panel, button)(page);
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
};

/** People, channels and the account; the page itself is tall. */
export const settingsScenes: readonly Scene[] = [
  {
    name: 'settings',
    path: settings,
    isTall: true,
    prepare: (page) => page.getByText('This browser').waitFor(),
  },
  { name: 'settings-add-user', path: settings, prepare: sentEmpty('Manage Your Users', 'Add User') },
  { name: 'settings-password', path: settings, prepare: sentEmpty('Account Management', 'Change password') },
  { name: 'settings-channel', path: settings, prepare: pressed('Webhooks and Slack', 'Add channel') },
];
