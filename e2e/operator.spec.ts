import { expect, test } from './harness/fixtures.ts';
import { setUpSecondStep, setWorkAside } from './harness/operating.ts';
import { operator } from './harness/operator.ts';
import { violations } from './screens/violations.ts';

test('the page exists for an operator with a second step, who sees the state, settles work and looks at a tenant', async ({
  page,
  house,
  signUp,
}) => {
  const { owner, session } = await signUp({ companyName: 'Night Watch Ltd' });
  await page.goto('/operator');
  const unknown = page.getByRole('heading', { name: 'There is no page at this address' });
  const refusal = page.getByRole('alert');
  await expect(unknown).toBeVisible();

  await operator(house, 'operator', owner.email);
  await expect(async () => {
    await page.reload();
    await expect(unknown.or(refusal)).toBeVisible();
    await expect(unknown).toHaveCount(0, { timeout: 1 });
  }).toPass();
  await expect(refusal).toContainText('Operators need a second step');
  await setUpSecondStep(session);
  await setWorkAside(house, owner.email);
  await page.reload();

  const health = page.getByRole('list', { name: 'Health' });
  await expect(health.getByText('Workers running')).toBeVisible();
  await expect(health.getByRole('listitem').filter({ hasText: 'Work set aside' })).toContainText(/look at it|act now/);
  expect(await violations(page)).toEqual([]);

  const aside = page.getByRole('region', { name: 'Set aside' });
  await aside.getByRole('button', { name: 'Drop digest by mail' }).first().click();
  await page.getByLabel('Reason').fill('the day is over');
  await page.getByRole('button', { name: 'Drop', exact: true }).last().click();
  await expect(aside.getByText('Dead letters of the notification queue: 0')).toBeVisible();
  const acts = page.getByRole('region', { name: 'What operators did' });
  await expect(acts).toContainText('“the day is over”');

  await page.getByLabel('Company, owner or id').fill('night watch');
  await page.getByRole('button', { name: 'Night Watch Ltd' }).click();
  const tenant = page.getByRole('dialog', { name: 'Night Watch Ltd' });
  await expect(tenant).toContainText(owner.email);
  expect(await violations(page)).toEqual([]);
  await tenant.getByLabel('Announcement').fill('We look into your mails');
  await tenant.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText('Done for 1 tenant')).toBeVisible();
  await tenant.getByRole('button', { name: 'Close' }).click();
  const forAll = page.getByRole('region', { name: 'Announcement and watchdogs' });
  await forAll.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('button', { name: 'For all tenants' }).click();
  await expect(acts).toContainText('announcement taken away: all tenants');
  await page.goto('/settings');
  await expect(page.getByText('The operator of Watchpost looked at this account')).toBeVisible();
});

test('an operator is asked before a code is removed', async ({ page, house, signUp }) => {
  const { owner, session } = await signUp();
  await operator(house, 'operator', owner.email);
  await setUpSecondStep(session);
  await operator(house, 'package', 'summer', '--discount', '10');
  await operator(house, 'code', 'SUMMER', 'summer');
  const plans = page.getByRole('region', { name: 'Packages and codes' });
  const code = plans.getByText('SUMMER', { exact: true });
  await page.goto('/operator');
  await expect(async () => {
    await page.reload();
    await expect(code).toBeVisible();
  }).toPass();

  await plans.getByRole('button', { name: 'Remove (code SUMMER)' }).click();
  const confirm = plans.getByRole('button', { name: 'Confirm: remove (code SUMMER)' });
  await expect(confirm).toBeVisible();
  await expect(code).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await confirm.click();

  await expect(code).toHaveCount(0);
});
