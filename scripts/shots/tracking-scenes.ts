import type { Page, Route } from '@playwright/test';
import type { ProductSettings, ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import { wholeAccountOf } from '../../shared/testing/product-counts.ts';
import type { Scene } from './photograph.ts';

const path = '/productsettings';
const calls = '**/api/product/settings*';

const ignoreFirst = async (page: Page): Promise<void> => {
  await page
    .getByRole('checkbox', { name: /^Ignore .*: Tracked$/ })
    .first()
    .click();
  await page.getByText('1 unsaved change').waitFor();
};

const openRules = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Choose by rule' }).click();
};

/** Returns a step that opens the page with this answer in place of the server's. */
const answering = (answer: (route: Route) => unknown) => (page: Page) =>
  page.route(calls, (route) => void answer(route));

const account = { sellerId: '1', name: 'Brightkeel US', region: 'NA', setupCompleted: true, ...wholeAccountOf([]) };

const noAccounts: ProductSettingsReply = {
  sellerAccounts: [],
  automaticallyTrackNewProducts: true,
  mayChangeAutomatic: true,
  isCapped: false,
};

const withAccount = (given: Partial<ProductSettingsReply['sellerAccounts'][number]>) => {
  const json: ProductSettingsReply = { ...noAccounts, sellerAccounts: [{ ...account, ...given }] };
  return answering((route) => route.fulfill({ json }));
};

const states: readonly ProductSettings['state'][] = ['tracked', 'tracked', 'ignored', 'ignoredUntilFirstSale'];

const tenThousand = Array.from({ length: 10_000 }, (_, n): ProductSettings => {
  const number = String(n + 1);
  return {
    productId: number,
    state: states[n % states.length] ?? 'tracked',
    shortName: n % 5 === 0 ? `Skillet ${number}` : '',
    asin1: `B0${number.padStart(8, '0')}`,
    productName: `Cast-iron skillet with two handles and a lid of glass, 26 cm, number ${number}`,
    productTitle: null,
    brand: n % 2 === 0 ? 'Brightkeel' : 'Ironhand',
    marketplaceIso31662Code: n % 3 === 0 ? 'CA' : 'US',
    imageUrl: null,
    productPage: 'https://www.amazon.com/dp/B000000001',
    lastSaleAt: n % 4 === 3 ? null : '2026-05-01T12:00:00.000Z',
    unitsSold: 10_000 - n,
  };
});

const filterNothing = async (page: Page): Promise<void> => {
  await page.getByRole('searchbox', { name: 'ASIN, title or short-hand name' }).fill('nothing is called that');
  await page
    .getByRole('checkbox', { name: /^Ignore / })
    .first()
    .waitFor({ state: 'detached' });
};

async function loading(page: Page): Promise<void> {
  await page.route(calls, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Loading your products').waitFor();
}

const refuse = answering((route) =>
  route.fulfill({ status: 404, json: { error: 'No', message: 'The answer could not be made', code: 'internal' } }),
);

export const trackingScenes: readonly Scene[] = [
  { name: 'tracking', path },
  { name: 'tracking-changed', path, prepare: ignoreFirst },
  { name: 'tracking-rule', path, prepare: openRules },
  { name: 'tracking-empty', path, before: withAccount({}) },
  { name: 'tracking-syncing', path, before: withAccount({ setupCompleted: false }) },
  { name: 'tracking-without-accounts', path, before: answering((route) => route.fulfill({ json: noAccounts })) },
  { name: 'tracking-loading', path, isLoading: true, prepare: loading },
  { name: 'tracking-failed', path, before: refuse },
  { name: 'tracking-nothing-found', path, prepare: filterNothing },
  { name: 'tracking-10000', path, before: withAccount(wholeAccountOf(tenThousand)) },
  {
    name: 'tracking-10000-end',
    path,
    before: withAccount(wholeAccountOf(tenThousand)),
    prepare: (page) => page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)'),
  },
];
