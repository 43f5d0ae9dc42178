import type { Locator, Page } from '@playwright/test';
import { channelTransports } from '@app/shared/transports/registry.ts';
import type { Scene } from './photograph.ts';

const path = '/settings';
type PageStep = (page: Page) => Promise<unknown>;

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });

/** Returns a step that runs the given steps one after the other. */
const runSteps =
  (...steps: readonly PageStep[]): PageStep =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const pressIn =
  (inPanel: string, button: string): PageStep =>
  (page) =>
    panel(page, inPanel).getByRole('button', { name: button, exact: true }).click();
const pressInDialog =
  (button: string): PageStep =>
  (page) =>
    dialog(page).getByRole('button', { name: button, exact: true }).click();
const chooseItem =
  (item: string): PageStep =>
  (page) =>
    page.getByRole('menuitem', { name: item }).click();
const waitForDialog: PageStep = (page) => dialog(page).waitFor();
const scrollToPanel =
  (name: string): PageStep =>
  (page) =>
    panel(page, name).evaluate((section) => {
      section.scrollIntoView({ block: 'start' });
    });

const scene = (name: string, ...steps: readonly PageStep[]): Scene => ({
  name: `settings-${name}`,
  path,
  prepare: runSteps((page) => page.getByText('This browser', { exact: true }).waitFor(), ...steps),
});

const emails = 'Manage Email Channel Alerts';
const users = 'Manage Your Users';
const channels = 'Webhooks and chats';
const account = 'Account Management';
const shop = 'Larkhollow Home';

const fill =
  (label: string, text: string): PageStep =>
  (page) =>
    dialog(page).getByLabel(label, { exact: true }).fill(text);

/** Scenes of the settings for any owner: each form with its errors for empty fields, and the whole page. */
export const settingsScenes: readonly Scene[] = [
  { ...scene('all'), isTall: true },
  scene('add-user', pressIn(users, 'Add User'), pressInDialog('Add User')),
  scene('password', pressIn(account, 'Change password'), pressInDialog('Change password')),
  scene('channel', pressIn(channels, 'Add channel'), pressInDialog('Add channel')),
];

/** Scenes for an account with many entries: its lists and the other dialogs. */
export const largeSettings: readonly Scene[] = [
  scene('addresses'),
  scene('permissions', scrollToPanel(users), (page) =>
    page.getByRole('button', { name: 'Manage Permissions of bo@watchpost.test' }).click(),
  ),
  scene(
    'add-email',
    pressIn(emails, 'Add e-mail'),
    fill('E-mail address', 'ops@watchpost.test'),
    pressInDialog('Add e-mail'),
  ),
  scene(
    'zone',
    (page) =>
      panel(page, emails)
        .getByRole('button', { name: /^Time zone/ })
        .click(),
    (page) => page.getByRole('searchbox', { name: 'Search a city or zone' }).waitFor(),
  ),
  scene('convert', pressIn(users, 'Add User'), (page) =>
    dialog(page).getByLabel('Who').selectOption('ops@watchpost.test'),
  ),
  scene('deactivate', pressIn(users, 'Deactivate Users'), waitForDialog),
  scene(
    'deactivate-sure',
    pressIn(users, 'Deactivate Users'),
    (page) => dialog(page).getByRole('checkbox', { name: /^ann/ }).check(),
    (page) =>
      dialog(page)
        .getByRole('checkbox', { name: /^wilhelmina/ })
        .check(),
    pressInDialog('Deactivate'),
  ),
  scene('team-menu', scrollToPanel('Manage Storefront Teams'), pressIn('Manage Storefront Teams', 'Add users')),
  scene('add-seller', pressIn('Manage Storefront', 'Add Seller Account'), waitForDialog),
  scene('delete-seller', pressIn('Manage Storefront', `More for ${shop}`), chooseItem('Delete Account'), waitForDialog),
  scene('channels', scrollToPanel(channels)),
  ...channelTransports.map(({ id, label }) =>
    scene(`kind-${id}`, pressIn(channels, 'Add channel'), pressInDialog(label)),
  ),
  scene('channel-change', pressIn(channels, 'More for Warehouse'), chooseItem('Change'), waitForDialog),
  scene('channel-remove', pressIn(channels, 'More for Warehouse'), chooseItem('Remove'), waitForDialog),
  scene('secret', pressIn(channels, 'More for Warehouse'), chooseItem('New signing secret'), waitForDialog),
  scene(
    'password-refused',
    pressIn(account, 'Change password'),
    fill('Old Password', 'not it, 1'),
    fill('New Password', 'Another-zebra-2'),
    fill('New Password again', 'Another-zebra-2'),
    pressInDialog('Change password'),
    (page) => page.getByRole('dialog', { name: 'Could not change your password' }).waitFor(),
  ),
  scene('app', pressIn('Second step at log-in', 'Set up'), waitForDialog),
  scene('audit', scrollToPanel('Audit trail')),
];
