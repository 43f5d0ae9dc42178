import type { Page, Route } from '@playwright/test';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { manyDeliveries } from './deliveries.ts';
import type { Scene } from './photograph.ts';

const path = '/settings';
const settings = '**/api/identity/settings';

/** Answers a request with the server's data, changed by `change`. */
async function answerChanged(route: Route, change: (known: SettingsAnswer) => object): Promise<void> {
  const response = await route.fetch();
  const known: SettingsAnswer = await response.json();
  await route.fulfill({ response, json: { ...known, ...change(known) } });
}

interface SettingsAnswer {
  readonly emailAddresses: readonly object[];
  readonly sellerAccounts: readonly object[];
}

const refuseSave = (route: Route): Promise<void> =>
  route.request().method() === 'GET'
    ? route.continue()
    : route.fulfill({
        status: 409,
        json: { error: 'Conflict', code: 'emailTaken', message: 'An account with this e-mail address exists already' },
      });

const mockTrouble = async (page: Page): Promise<void> => {
  await page.route(settings, (route) =>
    answerChanged(route, ({ emailAddresses, sellerAccounts }) => ({
      emailAddresses: emailAddresses.map((one, index) =>
        index === 0 ? { ...one, stoppedReason: '550 5.1.1 The mailbox of the recipient does not exist here' } : one,
      ),
      sellerAccounts: sellerAccounts.map((one, index) => ({ ...one, mayNeedReauthorization: index === 1 })),
    })),
  );
  await page.route('**/api/identity/authorizations', (route) =>
    route.fulfill({
      json: {
        authorizations: [
          { id: '7', name: 'Google Sheets', timestamp: 1_790_000_000 },
          { id: '8', name: 'Zapier', timestamp: 1_770_000_000 },
        ],
      },
    }),
  );
};

const stoppedReason = 'There is nothing at this address any more. It answered 400 (WorkflowTriggerIsNotEnabled)';

const mockStoppedChannels = (page: Page): Promise<unknown> =>
  page.route('**/api/identity/channels', async (route) => {
    const response = await route.fetch();
    const { channels }: { readonly channels: readonly { readonly kind: string }[] } = await response.json();
    const states = new Map<string, object>([
      ['teams', { isOn: false, stoppedReason }],
      ['telegram', { failingSince: new Date(Date.now() - hourMs).toISOString() }],
    ]);
    await route.fulfill({ json: { channels: channels.map((one) => ({ ...one, ...states.get(one.kind) })) } });
  });

const mockDeletion = (page: Page): Promise<unknown> =>
  page.route('**/api/auth/isauthenticated', async (route) => {
    const response = await route.fetch();
    const identity: object = await response.json();
    const deletedAt = new Date(Date.now() + 14 * dayMs).toISOString();
    await route.fulfill({ response, json: { ...identity, deletedAt } });
  });

const waitForSettings = (page: Page): Promise<void> => page.getByText('This browser', { exact: true }).waitFor();
const changeName = async (page: Page): Promise<void> => {
  await waitForSettings(page);
  await page.getByLabel('First Name').fill('Olivia');
};

/** States of the settings page: long, empty, faulty and missing data. */
export const settingsStates: readonly Scene[] = [
  {
    name: 'settings-data',
    path: '/settings#data',
    prepare: (page) => page.getByRole('button', { name: 'Delete account' }).waitFor(),
  },
  {
    name: 'settings-deleting',
    path: '/settings#data',
    before: mockDeletion,
    prepare: (page) => page.getByText('The account is deleted on').waitFor(),
  },
  {
    name: 'settings-delete-account',
    path: '/settings#data',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'settings-log',
    path: '/settings#deliveries',
    before: (page) =>
      page.route('**/api/identity/deliveries*', (route) => route.fulfill({ json: manyDeliveries(Date.now()) })),
    prepare: (page) => page.getByRole('button', { name: 'Show older' }).first().waitFor({ state: 'attached' }),
  },
  {
    name: 'settings-channels-stopped',
    path: '/settings#channels',
    before: mockStoppedChannels,
    prepare: (page) => page.getByText(/^Stopped: /).waitFor(),
  },
  { name: 'settings-trouble', path, isTall: true, before: mockTrouble, prepare: waitForSettings },
  {
    name: 'settings-leave',
    path,
    prepare: async (page) => {
      await changeName(page);
      await page.getByRole('link', { name: 'Watchpost, home' }).click();
      await page.getByRole('dialog', { name: 'Unsaved changes' }).waitFor();
    },
  },
  {
    name: 'settings-not-saved',
    path,
    prepare: async (page) => {
      await changeName(page);
      await page.route(settings, refuseSave);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'settings-wrong',
    path,
    prepare: async (page) => {
      await waitForSettings(page);
      await page.getByLabel('First Name').fill('');
    },
  },
  {
    name: 'settings-offline',
    path,
    prepare: async (page) => {
      await changeName(page);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('You seem to be offline').first().waitFor();
    },
  },
  {
    name: 'settings-loading',
    path,
    // The request of the settings is never answered, so the page keeps loading.
    before: (page) => page.route(settings, () => undefined),
    prepare: (page) => page.getByLabel('Loading your settings').waitFor(),
  },
  {
    name: 'settings-broken',
    path,
    before: (page) =>
      page.route(settings, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong' } })),
    prepare: (page) => page.getByText('The settings did not load').waitFor(),
  },
];

/** The settings of a new account, and those of a user who is not the owner. */
export const newcomersSettings: readonly Scene[] = [
  { name: 'settings-new', path, isTall: true, prepare: waitForSettings },
];
export const usersSettings: readonly Scene[] = [
  { name: 'settings-user', path, isTall: true, prepare: waitForSettings },
];
