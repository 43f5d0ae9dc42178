import { confirmEmail } from '@app/shared/contract/accounts.ts';
import { expect, test } from './harness/fixtures.ts';
import { installClock } from './screens/held-timers.ts';
import { violations } from './screens/violations.ts';

const sending = /\/api\/identity\/emailverification\/\d+$/;
const reminder = 'Please verify your e-mail address.';

test('an owner confirms the address through the link in a mail, and again on another device', async ({
  page,
  sandbox,
  signUp,
  browser,
}) => {
  const { owner } = await signUp();
  await installClock(page);
  await page.goto('/home');
  await expect(page.getByText(reminder)).toBeVisible();
  // The sign-up sent a link less than 30 s ago, so another one cannot be sent yet.
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeDisabled();
  await page.clock.fastForward(31_000);
  await page.route(sending, (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('Verification email has been sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeDisabled();
  await page.unroute(sending);
  const { text } = await sandbox.waitForMail(owner.email, ({ subject }) => subject === 'Verify your e-mail address');
  const link = /http\S+\/verifyemail#\S+/.exec(text)?.[0] ?? '';

  // Opens the link on another device, which is not logged in.
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.route(`**${confirmEmail.path}`, (route) => route.fulfill({ status: 503, body: '' }));
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'The link was not followed yet' })).toBeVisible();
  await phone.unroute(`**${confirmEmail.path}`);
  await phone.getByRole('button', { name: 'Try again' }).click();
  await expect(phone.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible();
  expect(phone.url()).not.toContain('#');
  expect(await violations(phone)).toEqual([]);
  await phone.goto('about:blank');
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible();
  await phone.goto('about:blank');
  await phone.goto(link.slice(0, -1));
  await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await other.close();

  await page.reload();
  await expect(page.getByText('No seller account is connected yet')).toBeVisible();
  await expect(page.getByText(reminder)).toHaveCount(0);
});
