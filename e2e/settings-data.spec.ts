import { readFile } from 'node:fs/promises';
import { expect, test } from './harness/fixtures.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

test('an owner downloads all data, deletes the account and keeps it after all', async ({ page, signUp }) => {
  await signUp({ companyName: 'Acme  Ltd' });
  await page.goto('/settings#data');
  const data = panel(page, 'Your data');
  const downloading = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^watchpost-data-.*\.zip$/);
  const archive = await readFile(await download.path());
  // A ZIP archive contains its file names uncompressed.
  for (const name of ['README.txt', 'products.jsonl', 'invoices.jsonl']) expect(archive.includes(name)).toBe(true);

  await data.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  const field = dialog.getByRole('textbox');
  // The page shows the two spaces of the name as one.
  const companyName = 'Acme Ltd';
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await field.fill(companyName.slice(1));
  await expect(confirm).toBeDisabled();
  await field.fill(companyName);
  expect(await violations(page)).toEqual([]);
  await confirm.click();
  const banner = page.getByText(/^This account is deleted on /);
  await expect(banner).toBeVisible();
  await expect(data.getByText(/^The account is deleted on /)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto('/subscription-and-billing');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Keep the account' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/settings#data');
  await expect(data.getByRole('button', { name: 'Delete account' })).toBeVisible();
  await expect(panel(page, 'Audit trail').getByText(/took the deletion of the account .* back/)).toBeVisible();
});

test('the question before the deletion keeps its margins on a narrow phone', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp();
  await page.goto('/settings#data');
  await panel(page, 'Your data').getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  const [frame, field] = [await dialog.boundingBox(), await dialog.getByRole('textbox').boundingBox()];
  if (!frame || !field) throw new Error('The dialog is not drawn');

  expect(frame.x + frame.width - (field.x + field.width)).toBe(field.x - frame.x);
});
