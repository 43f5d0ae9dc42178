import { expect, test } from './harness/fixtures.ts';
import { isAlertAbout } from './harness/sandbox.ts';
import { row } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

test('a link in an alert mail mutes the issue without a login, and only when its button is pressed', async ({
  page,
  sandbox,
  tenant,
  pick,
  browser,
}) => {
  const product = await pick();
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await sandbox.happen('listingSuspended', product);
  const issue = row(page, product, 'Listing Suspended');
  await expect(issue).toBeVisible();
  const { text } = await sandbox.waitForMail(tenant.owner.email, isAlertAbout(product));
  const link = /Mute 24 h: (http\S+)/.exec(text)?.[1] ?? '';

  // Opens the link on another device, which is not logged in.
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Mute this for 24 hours?' })).toBeVisible();
  expect(phone.url()).not.toContain('#');
  expect(await violations(phone)).toEqual([]);
  await expect(issue).toBeVisible();
  await phone.getByRole('button', { name: 'Mute for 24 hours' }).click();
  await expect(phone.getByRole('heading', { name: 'Muted for 24 hours' })).toBeVisible();
  await expect(phone.getByText('It is muted until tomorrow')).toBeVisible();
  await expect(issue).toHaveCount(0);

  await phone.goto('about:blank');
  await phone.goto(link);
  await expect(phone.getByText('This link was used on')).toBeVisible();
  await phone.goto('about:blank');
  await phone.goto(`${link}x`);
  await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await other.close();
});
