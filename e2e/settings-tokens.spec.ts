import { expect, test } from './harness/fixtures.ts';
import { outdateProof } from './harness/outdate-proof.ts';
import { markMessage } from './screens/screens.ts';
import { panel } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

test('an owner gives the password again, creates a token, and a program uses it until it is revoked', async ({
  page,
  signUp,
  request,
  house,
}) => {
  const { owner } = await signUp();
  await outdateProof(house, owner.email);
  await page.goto('/settings');
  const tokens = panel(page, 'Access tokens');
  await expect(tokens.getByText('None yet')).toBeVisible();

  await tokens.getByRole('button', { name: 'Create token' }).click();
  const form = page.getByRole('dialog', { name: 'Create a token' });
  await form.getByLabel('Name').fill('Warehouse robot');
  await form.getByRole('checkbox', { name: 'Read costs' }).check();
  await form.getByLabel('Expires').selectOption('In 30 days');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create token' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
  await proof.getByRole('button', { name: 'Continue' }).click();
  const refusal = proof.getByRole('alert');
  await expect(refusal).toContainText('This is not your current password');
  const isAnother = await markMessage(refusal);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(isAnother).toBe(true);
  await expect(refusal).toContainText('This is not your current password');
  expect(await violations(page)).toEqual([]);
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('Please enter your password again')).toBeVisible();
  await form.getByRole('button', { name: 'Create token' }).click();
  await proof.getByLabel('Password', { exact: true }).fill(owner.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = await shown.getByLabel('Token').inputValue();
  expect(token).toMatch(/^wp_pat_/);
  await shown.getByRole('button', { name: 'I have kept it' }).click();

  const ask = (path: string) => request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask('/api/v1/costs')).status()).toBe(200);
  expect((await ask('/api/v1/me')).status()).toBe(200);
  await page.reload();
  await expect(tokens).toContainText('Read costs');
  await expect(tokens).toContainText('Last used');
  await expect(tokens).not.toContainText(token);

  // A double click on "Revoke" only asks for confirmation and does not revoke the token.
  await tokens.getByRole('button', { name: 'Revoke (Warehouse robot)' }).dblclick();
  expect((await ask('/api/v1/me')).status()).toBe(200);
  await tokens.getByRole('button', { name: 'Confirm revoking (Warehouse robot)' }).click();
  await expect(tokens.getByText('None yet')).toBeVisible();
  expect((await ask('/api/v1/me')).status()).toBe(401);
  await expect(panel(page, 'Audit trail').getByText('revoked the access token Warehouse robot')).toBeVisible();
});
