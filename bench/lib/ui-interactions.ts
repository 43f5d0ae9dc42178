import type { Page } from '@playwright/test';
import type { Interaction } from './ui-page.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) });
const firstCard = (page: Page) => page.locator('.card__name').first();
const detail = (page: Page) => page.getByRole('dialog');
const filter = (page: Page) => page.getByRole('searchbox', { name: 'ASIN, title or short name' });

/** What people do every morning, in an order in which each leads to the next. */
export const dashboardInteractions: readonly Interaction[] = [
  {
    name: 'open a product',
    act: (page) => page.locator('.card__name').first().click(),
    done: (page) => detail(page).waitFor(),
  },
  {
    name: 'next product',
    act: (page) => page.getByRole('button', { name: 'Next product' }).click(),
    done: (page) => detail(page).waitFor(),
  },
  {
    name: 'close the product',
    act: (page) => page.keyboard.press('Escape'),
    done: (page) => detail(page).waitFor({ state: 'detached' }),
  },
  {
    name: 'products as a list',
    act: (page) => page.getByRole('button', { name: 'List', exact: true }).click(),
    done: (page) => page.locator('.line').first().waitFor(),
  },
  {
    name: 'products as cards',
    act: (page) => page.getByRole('button', { name: 'Cards', exact: true }).click(),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'problems on top off',
    act: (page) => page.getByRole('checkbox', { name: 'Show Problems on top' }).click(),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'problems on top on',
    act: (page) => page.getByRole('checkbox', { name: 'Show Problems on top' }).click(),
    done: (page) => firstCard(page).waitFor(),
  },
  {
    name: 'type into the filter',
    act: async (page) => {
      await filter(page).click();
      await page.keyboard.type('kettle', { delay: 30 });
    },
    done: (page) => page.waitForURL(/q=kettle/),
  },
  {
    name: 'clear the filter',
    act: async (page) => {
      await filter(page).fill('');
      await page.keyboard.press('Enter');
    },
    done: (page) => page.waitForURL((url) => !url.search.includes('kettle')),
  },
  {
    name: 'open the stock',
    act: (page) => tab(page, 'Stock').click(),
    done: (page) => page.getByRole('heading', { name: /Runway/ }).waitFor(),
  },
  {
    name: 'open the issues',
    act: (page) => tab(page, 'Issues').click(),
    done: (page) => page.locator('[data-issue]').first().waitFor(),
  },
  {
    name: 'next issue by key',
    act: (page) => page.keyboard.press('j'),
    done: (page) => page.locator('[data-issue]:focus').waitFor(),
  },
  {
    name: 'mark seen by key',
    act: (page) => page.keyboard.press('s'),
    done: (page) => page.getByRole('button', { name: 'Undo' }).first().waitFor(),
  },
  {
    name: 'undo by key',
    act: (page) => page.keyboard.press('u'),
    done: (page) => page.locator('[data-issue]').first().waitFor(),
  },
  {
    name: 'OK tab of a card',
    act: (page) => page.getByRole('tab', { name: /^OK/ }).first().click(),
    done: (page) => page.getByRole('tab', { name: /^OK/, selected: true }).first().waitFor(),
  },
  {
    name: 'issues compact',
    act: (page) => page.getByRole('button', { name: 'Compact', exact: true }).click(),
    done: (page) => page.locator('.alert-cards--compact').waitFor(),
  },
  {
    name: 'account menu',
    act: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
    done: (page) => page.getByRole('menuitem', { name: 'Log Out' }).waitFor(),
  },
  {
    name: 'back to the products',
    act: async (page) => {
      await page.keyboard.press('Escape');
      await tab(page, 'Products').click();
    },
    done: (page) => firstCard(page).waitFor(),
  },
];

/** The same where the peer has it. */
export const peerInteractions: readonly Interaction[] = [
  {
    name: 'open',
    act: (page) => page.locator('.row button').first().click(),
    done: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'close',
    act: (page) => page.getByRole('button', { name: 'Close' }).click(),
    done: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  {
    name: 'sort',
    act: (page) => page.getByLabel('Bad first').click(),
    done: (page) => page.locator('.row').first().waitFor(),
  },
  {
    name: 'filter',
    act: async (page) => {
      await page.getByLabel('Filter').click();
      await page.keyboard.type('99', { delay: 30 });
    },
    done: (page) => page.locator('.row').first().waitFor(),
  },
];
