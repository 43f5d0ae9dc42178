import type { Locator, Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const path = '/settings';
type Doing = (page: Page) => Promise<unknown>;

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

/** Combines steps that run one after the other. */
const doing =
  (...steps: readonly Doing[]): Doing =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const pressed =
  (inPanel: string, button: string): Doing =>
  (page) =>
    panel(page, inPanel).getByRole('button', { name: button, exact: true }).click();
const pressedInDialog =
  (button: string): Doing =>
  (page) =>
    dialog(page).getByRole('button', { name: button, exact: true }).click();
const chosen =
  (item: string): Doing =>
  (page) =>
    page.getByRole('menuitem', { name: item }).click();
const seen: Doing = (page) => dialog(page).waitFor();
const shownPanel =
  (name: string): Doing =>
  (page) =>
    panel(page, name).evaluate((section) => {
      section.scrollIntoView({ block: 'start' });
    });

const scene = (name: string, ...steps: readonly Doing[]): Scene => ({
  name: `settings-${name}`,
  path,
  prepare: doing((page) => page.getByText('This browser', { exact: true }).waitFor(), ...steps),
});

const emails = 'Manage Email Channel Alerts';
const users = 'Manage Your Users';
const channels = 'Webhooks and Slack';
const account = 'Account Management';
const shop = 'Larkhollow Home';

const fill =
  (label: string, text: string): Doing =>
  (page) =>
    dialog(page).getByLabel(label, { exact: true }).fill(text);

/** Scenes for any owner: each form with its errors for empty fields. The page itself is tall. */
export const settingsScenes: readonly Scene[] = [
  { ...scene('all'), isTall: true },
  scene('add-user', pressed(users, 'Add User'), pressedInDialog('Add User')),
  scene('password', pressed(account, 'Change password'), pressedInDialog('Change password')),
  scene('channel', pressed(channels, 'Add channel'), pressedInDialog('Add channel')),
];

/** Scenes for an account with many entries: its lists and the other dialogs. */
export const largeSettings: readonly Scene[] = [
  scene('addresses'),
  scene('permissions', shownPanel(users), (page) =>
    page.getByRole('button', { name: 'Manage Permissions of bo@watchpost.test' }).click(),
  ),
  scene(
    'add-email',
    pressed(emails, 'Add e-mail'),
    fill('E-mail address', 'ops@watchpost.test'),
    pressedInDialog('Add e-mail'),
  ),
  scene(
    'zone',
    (page) =>
      panel(page, emails)
        .getByRole('button', { name: /^Time zone/ })
        .click(),
    (page) => page.getByRole('searchbox', { name: 'Search a city or zone' }).waitFor(),
  ),
  scene('convert', pressed(users, 'Add User'), (page) =>
    dialog(page).getByLabel('Who').selectOption('ops@watchpost.test'),
  ),
  scene('deactivate', pressed(users, 'Deactivate Users'), seen),
  scene(
    'deactivate-sure',
    pressed(users, 'Deactivate Users'),
    (page) => dialog(page).getByRole('checkbox', { name: /^ann/ }).check(),
    (page) =>
      dialog(page)
        .getByRole('checkbox', { name: /^wilhelmina/ })
        .check(),
    pressedInDialog('Deactivate'),
  ),
  scene('team-menu', shownPanel('Manage Storefront Teams'), pressed('Manage Storefront Teams', 'Add users')),
  scene('add-seller', pressed('Manage Storefront', 'Add Seller Account'), seen),
  scene('delete-seller', pressed('Manage Storefront', `More for ${shop}`), chosen('Delete Account'), seen),
  scene('slack', pressed(channels, 'Add channel'), pressedInDialog('Slack')),
  scene('channel-change', pressed(channels, 'More for Warehouse'), chosen('Change'), seen),
  scene('channel-remove', pressed(channels, 'More for Warehouse'), chosen('Remove'), seen),
  scene('secret', pressed(channels, 'More for Warehouse'), chosen('New signing secret'), seen),
  scene(
    'password-refused',
    pressed(account, 'Change password'),
    fill('Old Password', 'not it, 1'),
    fill('New Password', 'Another-zebra-2'),
    fill('New Password again', 'Another-zebra-2'),
    pressedInDialog('Change password'),
    (page) => page.getByRole('dialog', { name: 'Could not change your password' }).waitFor(),
  ),
  scene('app', pressed('Second step at log-in', 'Set up'), seen),
  scene('audit', shownPanel('Audit trail')),
];
