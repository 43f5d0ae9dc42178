import { expect, test } from './harness/fixtures.ts';
import { installClock } from './screens/held-timers.ts';
import { logIn } from './screens/screens.ts';
import { violations } from './screens/violations.ts';

const unknown = 'We could not find this e-mail address in our database';
const newPassword = 'Another-zebra-2';

test('a forgotten password is replaced through the link in a mail', async ({ page, context, sandbox, signUp }) => {
  const { owner } = await signUp();
  await context.clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('link', { name: 'Forgot password' }).click();

  // Waits for the new page, because the log-in page also has a field named "E-mail".
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  const email = page.getByLabel('E-mail');
  const send = page.getByRole('button', { name: 'Send password reset e-mail' });
  await expect(email).toHaveValue(owner.email);
  await email.fill('not an address');
  await send.click();
  await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
  await email.fill(`nobody-${owner.email}`);
  await send.click();
  await expect(page.getByRole('alert')).toContainText(unknown);
  await email.fill(owner.email);
  await page.route('**/sendpasswordresetemail', (route) => route.fulfill({ status: 502, body: '' }));
  await send.click();
  await expect(page.getByText('There was a problem while sending password reset e-mail')).toBeVisible();
  await page.unroute('**/sendpasswordresetemail');
  await send.click();
  await expect(page.getByText('Password reset e-mail has been sent')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const { text } = await sandbox.waitForMail(owner.email, ({ subject }) => subject === 'Choose a new password');

  await installClock(page);
  await page.goto(/http\S+\/resetpassword\?token=\S+/.exec(text)?.[0] ?? '');
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Repeat new password');
  const set = page.getByRole('button', { name: 'Set Password' });
  await expect(page).toHaveURL(/\/resetpassword$/);
  await page.reload();
  await expect(page).toHaveURL(/\/resetpassword$/);
  await first.fill('short1!');
  await second.fill('short');
  await first.focus();
  await expect(page.getByText('Password needs to be minimum 8 characters long')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(set).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await first.fill(newPassword);
  await second.fill(newPassword);
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect(first).toHaveAttribute('type', 'text');
  // Stops the clock of the page, because the page leads on 2 seconds after its message, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  await set.click();
  await expect(page.getByText('Your password has been successfully changed')).toBeVisible();
  await expect(page).toHaveURL(/\/resetpassword$/);
  await page.clock.runFor(2_000);
  await page.clock.resume();

  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, { email: owner.email, password: newPassword });
  await expect(page).toHaveURL(/\/connect$/);
  await sandbox.waitForMail(owner.email, ({ subject }) => subject === 'Your password was changed');
});

test('an invalid link shows its error for 5 seconds and leads to a new one', async ({ page }) => {
  await installClock(page);
  await page.goto('/resetpassword?token=cut-off');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat new password').fill(newPassword);
  // Stops the clock of the page, so that the speed of the machine does not affect how long the message is shown.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Set Password' }).click();
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('This link has been used or is out of date');

  await page.clock.runFor(4_999);
  await expect(failure).toBeVisible();
  await page.clock.runFor(1);
  await expect(failure).toBeHidden();
  await page.clock.resume();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/forgotpassword$/);
});
