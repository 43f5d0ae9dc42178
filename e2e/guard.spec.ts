import { expect, test } from './harness/fixtures.ts';
import { logIn } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

for (const path of ['/', '/home', '/connect', '/settings', '/productsettings', '/nothing-here']) {
  test(`without the login marker ${path} leads to /login`, async ({ page }) => {
    await page.goto(path);

    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
}

test('without the login marker /login and /signup stay open', async ({ page }) => {
  await page.goto('/signup?code=WELCOME');
  await expect(page.getByRole('heading', { name: 'Get Connected In 3 Steps' })).toBeVisible();
  await expect(page).toHaveURL(/\/signup\?code=WELCOME$/);

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('with the login marker, logged-out pages and paths in another spelling lead to /home', async ({ page, open }) => {
  for (const path of ['/', '/login', '/signup', '/home/', '/Home//', '/login/']) {
    await open(path);

    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('link', { name: /^Products \d/ })).toBeVisible();
  }
});

test('with the login marker an unknown path has a page that says so', async ({ page, open }) => {
  await open('/nothing-here/?q=1');

  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
  await expect(page).toHaveURL(/\/nothing-here\?q=1$/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the Home screen' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('with the login marker, /signup from the marketplace stays open', async ({ page, signUpConfirmed }) => {
  await signUpConfirmed();
  await page.goto('/signup?amazon_callback_uri=https://elsewhere.example/confirm&amazon_state=1');

  await expect(page.getByText('The return address does not belong to the marketplace').first()).toBeVisible();
  await expect(page).toHaveURL(/\/signup\?/);
});

test('a login marker without a session is cleared and leads to /login', async ({ page, context, house }) => {
  await context.addCookies([{ name: 'watchpost_login', value: '1', url: house.url }]);

  await page.goto('/home');

  await expect(page).toHaveURL(/\/login$/);
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('watchpost_login');
});

test('an owner without a seller account is led to connect one', async ({ page, signUp }) => {
  const { owner } = await signUp();
  await page.context().clearCookies();
  await page.goto('/login');
  await logIn(page, owner);

  await expect(page).toHaveURL(/\/connect$/);
});
