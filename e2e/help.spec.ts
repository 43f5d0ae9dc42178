import type { Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { worldOf } from './harness/watched-product.ts';
import { violations } from './screens/violations.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const openEntry = (page: Page) => help(page).locator('details[open]');

async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, ['dialog', '.footer'])).toEqual([]);
}

async function openFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await help(page).waitFor();
}

test('questions are answered in the search and at each watchdog', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/home');
  await openFromMenu(page, 'Help center');
  await help(page).getByRole('searchbox', { name: 'Search the questions' }).fill('mute bell');
  await expect(help(page).getByText('Muted issues are still watched')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();

  const link = page.getByRole('navigation', { name: 'Watchdogs' }).getByRole('link', { name: 'Sales Drop' });
  await link.click({ modifiers: ['Shift'] });
  await expect(openEntry(page)).toContainText('Sales DropWatches the units');
  await expect(openEntry(page)).toContainText('What to do when it speaks');
  await expect(help(page).getByRole('tab', { name: 'FAQ' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Keys' }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('every shift-click has a visible alternative: the Info tab of a card leads to its help', async ({
  page,
  open,
}) => {
  await open('/home?view=wd');
  const card = page.getByRole('region', { name: 'Lost Buy Box', exact: true });
  await card.getByRole('tab', { name: 'Info' }).click();
  await card.getByRole('button', { name: 'Help on Lost Buy Box' }).click();

  await expect(openEntry(page)).toContainText('Lost Buy BoxWatches who has the buy box');
});

test('a ticket reaches support unchanged, and the reply goes to its contact', async ({
  page,
  sandbox,
  open,
  tenant,
}) => {
  const { session, owner } = tenant;
  const { products } = await worldOf(session);
  const asin = products[0]?.asin1 ?? '';
  await open('/home');
  await openFromMenu(page, 'Contact / report an issue');
  const form = help(page);
  await expect(form.getByLabel('Contact e-mail')).toHaveValue(owner.email);

  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByText('Please say in a few words what it is about')).toBeVisible();
  await form.getByLabel('Contact e-mail').fill('ada@example.com');
  await form.getByLabel('Subject').fill('Prices 🦆 "are" wrong');
  const text = '.\nFrom here on:\n  <b>bold</b> & ﷽ '.concat('long '.repeat(40));
  await form.getByLabel('What happened, and what did you expect?').fill(text);
  const asinField = form.getByRole('textbox', { name: 'ASIN' });
  await asinField.fill(` ${asin.toLowerCase()}. `);
  await expect(form.getByText('Tracked in')).toBeVisible();
  await form.getByLabel('Marketplace').selectOption('NL');
  await expect(form.getByText(`ASIN ${asin} is only tracked on the following marketplace(s):`)).toBeVisible();
  await asinField.fill('B0NOTHING1');
  await expect(form.getByText('ASIN B0NOTHING1 does not exist in the NL marketplace')).toBeVisible();
  await form.getByLabel('Marketplace').selectOption('');
  await expect(form.getByText('ASIN B0NOTHING1 does not exist in the product')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'That did not work' })).toBeHidden();
  await form.getByRole('button', { name: 'Send message' }).click();

  await expect(form.getByText('Thank You for contacting us!')).toBeVisible();
  const mail = await sandbox.waitForMail('support@watchpost.test', ({ subject }) => subject.includes('🦆'));
  expect(mail.subject).toBe('Issue: Prices 🦆 "are" wrong');
  expect(mail.text.replaceAll('\r\n', '\n')).toContain(`${text}\n\n-- \n`);
  expect(mail.text).toContain('ASIN: B0NOTHING1');
  expect(mail.headers).toMatchObject({ 'reply-to': 'ada@example.com' });
});

test('the chat opens as the viewer, ends with the session, and is loaded by nobody who does not ask for it', async ({
  page,
  signUp,
}) => {
  const { owner } = await signUp();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/home');
  await openFromMenu(page, 'Contact / report an issue');
  const chatRequests = () => loaded.filter((url) => url.includes('/intercom/'));
  await expect(help(page).getByLabel('Contact e-mail')).toHaveValue(owner.email);
  expect(chatRequests()).toEqual([]);

  await page.route('**/intercom/widget/**', (route) => route.abort());
  await help(page).getByRole('button', { name: 'Chat with support' }).click();
  await expect(help(page).getByText('The chat did not load.')).toBeVisible();
  await expect(help(page).getByRole('button', { name: 'Send message' })).toBeVisible();

  await page.unroute('**/intercom/widget/**');
  await help(page).getByRole('button', { name: 'Chat with support' }).click();
  const chat = page.getByRole('complementary', { name: 'Chat with support' });
  await expect(chat).toHaveText(`Chat with support as ${owner.firstName} ${owner.lastName}, ${owner.email}`);
  await expect(help(page)).toBeHidden();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await expect(chat).toBeHidden();
});

test('the button of the form is whole on every screen', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/home');
  await openFromMenu(page, 'Contact / report an issue');
  for (const [width, height] of [
    [1280, 560],
    [390, 664],
    [360, 520],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(help(page).getByRole('button', { name: 'Send message' })).toBeInViewport({ ratio: 1 });
  }
});

test('a feature request has no subject and no ASIN; a ticket that cannot be sent is kept, and an address is offered', async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/home');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Suggest a feature' }).click();
  const form = help(page);
  await expect(form.getByRole('tab', { name: 'Feature Requests' })).toHaveAttribute('aria-selected', 'true');
  await expect(form.getByLabel('Subject')).toBeHidden();
  await expect(form.getByRole('textbox', { name: 'ASIN' })).toBeHidden();
  await page.route('**/api/support/ticket', (route) => route.abort());
  await form.getByLabel('Your wish').fill('A map of returns');
  await form.getByRole('button', { name: 'Send wish' }).click();

  await expect(form.getByText('Something went wrong while processing your message')).toBeVisible();
  await expect(form.getByRole('link', { name: 'support: support@watchpost.test' })).toHaveAttribute(
    'href',
    /^mailto:support@watchpost\.test\?.*A%20map%20of%20returns/,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await openFromMenu(page, 'Suggest a feature');
  await expect(form.getByLabel('Your wish')).toHaveValue('A map of returns');
});

test('an unexpected error is reported to the server once, without secrets', async ({ page, pageErrors, signUp }) => {
  await signUp();
  await page.goto('/home?q=s3cret#pdet-7');
  await page.getByRole('contentinfo').getByText('v_3.4.2').waitFor();
  const told = page.waitForRequest('**/api/webui/p0/rjse');
  let times = 0;
  page.on('request', (request) => (times += request.url().endsWith('/rjse') ? 1 : 0));
  const fail = `void Promise.reject(new Error('nobody expected this'))`;
  await page.evaluate(fail);
  const request = await told;
  await page.evaluate(fail);
  expect(await request.response().then((response) => response?.status())).toBe(204);

  expect(request.postDataJSON()).toMatchObject({ message: 'nobody expected this' });
  expect(request.postDataJSON().url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/home$/);
  // The second error is known a moment after the call that caused it.
  await expect.poll(() => pageErrors).toHaveLength(2);
  expect(times).toBe(1);
  pageErrors.splice(0);
});
