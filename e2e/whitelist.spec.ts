import { expect, test } from './harness/fixtures.ts';
import { keepUndo } from './screens/held-timers.ts';
import { card, row } from './screens/screens.ts';

const title = 'Number of Sellers';
const sellerId = 'A2RESELLER0001';

test('a seller on the whitelist raises no alert', async ({ page, sandbox, pick }) => {
  const product = await pick();
  await page.goto('/home?view=wd');
  await sandbox.happen('sellerJoined', product, { sellerId });
  await expect(row(page, product, title)).toBeVisible();

  await card(page, title).getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('form', { name: `Configure ${title}` });
  const address = panel.getByRole('textbox', { name: 'Whitelist' });
  const add = panel.getByRole('button', { name: 'Add' });
  const save = panel.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  for (const wrong of ['A2RESELLER0001', 'https://www.amazon.com/sp', 'https://www.amazon.nl/sp?seller=A1']) {
    await address.fill(wrong);
    await expect(panel.getByText(/^Wrong URL format/)).toBeVisible();
    await expect(add).toBeDisabled();
  }
  await address.fill(`https://www.amazon.com/sp?ie=UTF8&seller=${sellerId}`);
  await expect(panel.getByText(/^Wrong URL format/)).toBeHidden();
  await address.press('Enter');
  await expect(panel.getByRole('link', { name: sellerId })).toHaveCount(1);
  await address.fill(`https://www.amazon.com/sp?seller=${sellerId}`);
  await add.click();
  await expect(panel.getByRole('link', { name: sellerId })).toHaveCount(1);
  await save.click();

  await expect(save).toBeDisabled();
  await expect(row(page, product, title)).toBeHidden();
  await page.reload();
  await card(page, title).getByRole('button', { name: 'Configure' }).click();
  await expect(panel.getByRole('link', { name: sellerId })).toBeVisible();
});

test('the seller of an issue is put on the whitelist in its row, which can be undone', async ({
  page,
  sandbox,
  pick,
}) => {
  const product = await pick();
  await keepUndo(page);
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await sandbox.happen('sellerJoined', product, { sellerId: 'A3RESELLER0002' });
  const issue = row(page, product, title);

  await issue.getByRole('button', { name: /^Whitelist this seller/ }).click();
  await expect(issue).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(issue).toBeVisible();
});

test('settings that failed to load can be requested again', async ({ page, open }) => {
  const settings = /\/watchdogtype\/settings\//;
  await page.route(settings, (route) => route.fulfill({ status: 404, json: { code: 'not_found', message: 'No' } }));
  await open('/home?view=wd');
  await card(page, title).getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('form', { name: `Configure ${title}` });
  await expect(panel).toContainText('The settings did not load.');

  await page.unroute(settings);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('textbox', { name: 'Whitelist' })).toBeVisible();
});
