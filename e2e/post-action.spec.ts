import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { violations } from './screens/violations.ts';

/** Navigates without loading the page again, as a link of the application does. */
const goOn = (page: Page, path: string): Promise<unknown> => page.evaluate(`history.pushState(null, '', '${path}')`);

const pages = [
  {
    path: '/subscription',
    heading: 'Your coupon is applied',
    next: 'Subscription & Billing',
    to: '/subscription-and-billing',
  },
  {
    path: '/cancelsubscription',
    heading: 'You have 25% off your monthly fee for 6 months',
    next: 'Account settings',
    to: '/settings',
  },
  { path: '/newpricingredeemed', heading: 'You have the new pricing', next: 'Next', to: '/settings' },
  { path: '/renewed', heading: 'Thank you for staying', next: 'Back to the Home screen', to: '/home' },
  { path: '/goodbye', heading: 'Goodbye, and thank you', next: 'Back to the Home screen', to: '/home' },
];

test('pages after an action open from within the application and by their address', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/home');
  await page.getByRole('contentinfo').waitFor();
  await goOn(page, '/renewed');
  const pricing = 'Your base plan is $9.99, with daily rates by the number of ASINs you track.';
  await expect(page.getByText(pricing)).toBeVisible();
  for (const { path, heading, next, to } of pages) {
    await goOn(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByRole('link', { name: next })).toHaveAttribute('href', to);
    expect(await violations(page), path).toEqual([]);
  }
  await expect(page.getByText('What was missing, or too much?')).toBeVisible();
  await page.getByRole('button', { name: /^Too many alerts/ }).click();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByText('These are the levers')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tell us' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByLabel('Subject')).toHaveValue('Why I leave');

  await page.goto('/goodbye');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goodbye, and thank you');
});
