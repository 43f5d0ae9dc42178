import type { Page } from '@playwright/test';
import type { Scene } from './photograph.ts';

const open =
  (item: string, then: (page: Page) => Promise<unknown> = () => Promise.resolve()) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await then(page);
  };

async function writeTicket(page: Page, answer: { status: number }): Promise<void> {
  await page.route('**/api/support/ticket', (route) => route.fulfill(answer));
  await page.getByLabel('Subject').fill('A price looks wrong');
  await page.getByLabel('What happened, and what did you expect?').fill('It says 12, and it is 21.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText(/Thank You for contacting us!|Something went wrong while processing/).waitFor();
}

/** The states of the help dialog, and the footer. */
export const helpScenes: readonly Scene[] = [
  {
    name: 'help-menu',
    path: '/home',
    prepare: (page) => page.getByRole('button', { name: 'Help', exact: true }).click(),
  },
  { name: 'help-faq', path: '/home', prepare: open('Help center') },
  {
    name: 'help-answers',
    path: '/home',
    prepare: open('Help center', (page) => page.getByText('Why is something grey?').click()),
  },
  {
    name: 'help-nothing-found',
    path: '/home',
    prepare: open('Help center', (page) =>
      page.getByRole('searchbox', { name: 'Search the questions' }).fill('zeppelin'),
    ),
  },
  {
    name: 'help-contact',
    path: '/home',
    prepare: open('Contact / report an issue', async (page) => {
      await page.getByRole('textbox', { name: 'ASIN' }).fill('B0NOTHING1');
      await page.getByText('does not exist in the product').waitFor();
    }),
  },
  {
    name: 'help-contact-wrong',
    path: '/home',
    prepare: open('Contact / report an issue', (page) => page.getByRole('button', { name: 'Send message' }).click()),
  },
  {
    name: 'help-sent',
    path: '/home',
    prepare: open('Contact / report an issue', (page) => writeTicket(page, { status: 204 })),
  },
  {
    name: 'help-not-sent',
    path: '/home',
    prepare: open('Contact / report an issue', (page) => writeTicket(page, { status: 400 })),
  },
  { name: 'help-feature', path: '/home', prepare: open('Suggest a feature') },
  ...['subscription', 'cancelsubscription', 'newpricingredeemed', 'renewed', 'goodbye'].map((name) => ({
    name,
    path: '/home',
    prepare: async (page: Page) => {
      await page.evaluate(`history.pushState(null, '', '/${name}')`);
      await page.locator('.post-action h1').waitFor();
    },
  })),
];
