import { expect, test } from './harness/fixtures.ts';

test("the sandbox's world does not change until a test triggers an event", async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/sandbox/inbox`);

  await expect(page).toHaveTitle(/inbox/i);
  const happened = (await sandbox.ledger()).filter((entry) => entry.kind === 'ambient');
  // Orders are placed and cancelled while time passes even if random events are off.
  expect(happened.filter(({ type }) => type !== 'orderPlaced' && type !== 'orderCancelled')).toEqual([]);
});

test('the page is logged in after the sign-up', async ({ page, signUp }) => {
  const { session } = await signUp();

  await page.goto('/connect');

  await expect(page).toHaveURL(/\/connect$/);
  expect((await session.get('/api/auth/isauthenticated')).status).toBe(200);
});

test('a browser without a login is taken to the login page', async ({ page }) => {
  await page.goto('/home');

  await expect(page).toHaveURL(/\/login/);
});
