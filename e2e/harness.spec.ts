import { expect, test } from './fixtures.ts';

test('the world stands still until a test makes something happen', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/sandbox/inbox`);

  await expect(page).toHaveTitle(/inbox/i);
  const happened = (await sandbox.ledger()).filter((entry) => entry.kind === 'ambient');
  // Customers buy as time passes, and nobody is told of what they buy.
  expect(happened.filter((entry) => entry.type !== 'orderPlaced')).toEqual([]);
});

test('the page of an owner who signed up is logged in', async ({ page, signUp }) => {
  const { session } = await signUp();

  await page.goto('/connect');

  await expect(page).toHaveURL(/\/connect$/);
  expect((await session.get('/api/auth/isauthenticated')).status).toBe(200);
});

test('who is not logged in is taken to the login', async ({ page }) => {
  await page.goto('/home');

  await expect(page).toHaveURL(/\/login/);
});
