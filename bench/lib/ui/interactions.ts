import type { Page } from '@playwright/test';
import { press, pressKey, type Interaction, type MeasuredPage } from './page.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });
const firstCard = (page: Page) => page.locator('.card__name').first();
const detail = (page: Page) => page.getByRole('dialog');
const filter = (page: Page) => page.getByRole('searchbox', { name: 'ASIN, title or short name' });

const dashboardInteractions: readonly Interaction[] = [
  {
    name: 'open a product',
    act: (page) => press(page, firstCard(page)),
    done: (page) => detail(page).waitFor(),
  },
  {
    name: 'next product',
    act: (page) => press(page, page.getByRole('button', { name: 'Next product' })),
    done: (page) => detail(page).waitFor(),
  },
  {
    name: 'close the product',
    act: (page) => pressKey(page, 'Escape'),
    done: (page) => detail(page).waitFor({ state: 'detached' }),
  },
  {
    name: 'products as a list',
    act: (page) => press(page, page.getByRole('button', { name: 'List', exact: true })),
    done: (page) => page.locator('.line').first().waitFor(),
  },
  {
    name: 'products as cards',
    act: (page) => press(page, page.getByRole('button', { name: 'Cards', exact: true })),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'problems on top off',
    act: (page) => press(page, page.getByRole('checkbox', { name: 'Show Problems on top' })),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'problems on top on',
    act: (page) => press(page, page.getByRole('checkbox', { name: 'Show Problems on top' })),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'type into the filter',
    act: async (page) => {
      await press(page, filter(page));
      await page.keyboard.type('kettle', { delay: 30 });
    },
    done: (page) => page.waitForURL(/q=kettle/),
  },
  {
    name: 'clear the filter',
    act: async (page) => {
      await filter(page).fill('');
      await pressKey(page, 'Enter');
    },
    done: (page) => page.waitForURL((url) => !url.search.includes('kettle')),
  },
  {
    name: 'open the stock',
    act: (page) => press(page, tab(page, 'Stock')),
    done: (page) => page.getByRole('heading', { name: /Runway/ }).waitFor(),
  },
  {
    name: 'open the issues',
    act: (page) => press(page, tab(page, 'Issues')),
    done: (page) => page.locator('[data-issue]').first().waitFor(),
  },
  {
    name: 'next issue by key',
    act: (page) => pressKey(page, 'j'),
    done: (page) => page.locator('[data-issue]:focus').waitFor(),
  },
  {
    name: 'mark seen by key',
    act: (page) => pressKey(page, 's'),
    done: (page) => page.getByRole('button', { name: 'Undo' }).first().waitFor(),
  },
  {
    name: 'undo by key',
    act: (page) => pressKey(page, 'u'),
    done: (page) => page.locator('[data-issue]').first().waitFor(),
  },
  {
    name: 'OK tab of a card',
    act: (page) => press(page, page.getByRole('tab', { name: /^OK/ }).first()),
    done: (page) => page.getByRole('tab', { name: /^OK/, selected: true }).first().waitFor(),
  },
  {
    name: 'issues compact',
    act: (page) => press(page, page.getByRole('button', { name: 'Compact', exact: true })),
    done: (page) => page.locator('.alert-cards--compact').waitFor(),
  },
  {
    name: 'account menu',
    act: (page) => press(page, page.getByRole('button', { name: 'Account menu' })),
    done: (page) => page.getByRole('menuitem', { name: 'Log Out' }).waitFor(),
  },
  {
    name: 'back to the products',
    act: async (page) => {
      await pressKey(page, 'Escape');
      await press(page, tab(page, 'Products'));
    },
    done: (page) => firstCard(page).waitFor(),
  },
];

export const dashboard: MeasuredPage = {
  name: 'ui',
  path: '/home',
  ready: '.card__name',
  cachesWorld: true,
  settleMs: 5000,
  interactions: dashboardInteractions,
};

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Ignore / });
const asins = (page: Page) => page.getByRole('searchbox', { name: 'ASIN, title or short-hand name' });
const findText = (page: Page, text: string) => page.getByText(text, { exact: true });

export const productSettings: MeasuredPage = {
  name: 'product settings',
  path: '/productsettings',
  ready: '.product-table .check__box',
  cachesWorld: false,
  settleMs: 500,
  interactions: [
    {
      name: 'ignore a product',
      act: (page) => press(page, boxes(page).first()),
      done: (page) => findText(page, '1 unsaved change').waitFor(),
    },
    {
      name: 'name a product',
      act: async (page) => {
        await press(page, page.getByRole('textbox', { name: /^Short-hand name of / }).nth(1));
        await page.keyboard.type('kettle', { delay: 30 });
      },
      done: (page) => findText(page, '2 unsaved changes').waitFor(),
    },
    {
      name: 'next page of products',
      act: (page) => press(page, page.getByRole('button', { name: 'Next page' }).first()),
      done: (page) => page.getByText(/^51 to 100 of /).waitFor(),
    },
    {
      name: 'type into its filter',
      act: async (page) => {
        await press(page, asins(page));
        await page.keyboard.type('kettle', { delay: 30 });
      },
      // With few matching products the list has no pages.
      done: (page) => page.getByText(/^51 to 100 of /).waitFor({ state: 'detached' }),
    },
    {
      name: 'show tracked products',
      act: (page) => press(page, page.getByRole('button', { name: /^Tracked / })),
      done: (page) => page.getByRole('button', { name: /^Tracked /, pressed: true }).waitFor(),
    },
    {
      // Each visit changes the same products, so that there is something to save.
      name: 'save the changes',
      act: (page) => press(page, page.getByRole('button', { name: 'Save', exact: true })),
      done: (page) => page.getByText('Submitted Changes have been Saved').waitFor(),
    },
  ],
};

/** The same interactions in the bare list with which the dashboard is compared. */
export const peerInteractions: readonly Interaction[] = [
  {
    name: 'open',
    act: (page) => press(page, page.locator('.row button').first()),
    done: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'close',
    act: (page) => press(page, page.getByRole('button', { name: 'Close' })),
    done: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  {
    name: 'sort',
    act: (page) => press(page, page.getByLabel('Bad first')),
    done: (page) => page.locator('.row').first().waitFor(),
  },
  {
    name: 'filter',
    act: async (page) => {
      await press(page, page.getByLabel('Filter'));
      await page.keyboard.type('99', { delay: 30 });
    },
    done: (page) => page.locator('.row').first().waitFor(),
  },
];
