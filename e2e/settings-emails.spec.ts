import type { Locator } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import { installClock } from './screens/held-timers.ts';
import { fitsTheScreen, panel, saveButton, saved, tooSmallForThumbs } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

/** A toast appears above the save bar and does not cover it. */
async function expectAbove(toast: Locator, button: Locator): Promise<void> {
  const [above, below] = [await toast.boundingBox(), await button.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
}

test('the owner adds an address, sets when and what it receives, and saves everything at once', async ({
  page,
  sandbox,
  signUpConfirmed,
}, { testId }) => {
  const { owner } = await signUpConfirmed();
  const email = `stock-${testId}@watchpost.test`;
  await page.goto('/settings');
  const emails = panel(page, 'Manage Email Channel Alerts');
  const save = saveButton(page);
  await expect(emails.getByText('1 address, 1 verified')).toBeVisible();
  await expect(emails.getByRole('switch', { name: 'Product updates' })).toBeDisabled();
  await expect(save).toBeDisabled();

  // The form refuses an invalid address and one that is already in the list.
  await emails.getByRole('button', { name: 'Add e-mail' }).click();
  const form = page.getByRole('dialog', { name: 'Add notification e-mail' });
  await form.getByLabel('E-mail address').fill('stock at watchpost');
  await form.getByRole('button', { name: 'Add e-mail' }).click();
  await expect(form.getByText('Please enter a valid e-mail address')).toBeVisible();
  await form.getByLabel('E-mail address').fill(owner.email.toUpperCase());
  await form.getByRole('button', { name: 'Add e-mail' }).click();
  await expect(form.getByText('This e-mail address is in the list already')).toBeVisible();
  await form.getByLabel('E-mail address').fill(` ${email}`);
  await form.getByRole('button', { name: 'Add e-mail' }).click();

  // The detail stays at an address whose e-mail is edited, before it is saved and afterwards, when it has another id.
  const typed = emails.getByRole('textbox', { name: 'E-mail address' });
  await typed.fill(`to-${email}`);
  await typed.fill(email);
  await expect(emails.getByText('Save the new address first')).toBeVisible();

  // A new address has the defaults of the specification and cannot receive a test before it is saved.
  await expect(emails.getByRole('heading', { name: email })).toBeVisible();
  await expect(emails.getByRole('button', { name: 'Send test' })).toBeDisabled();
  await expect(emails.getByRole('switch', { name: 'Newsletter' })).not.toBeChecked();
  await expect(emails.getByRole('checkbox', { name: 'Recent Review, Warning' })).toBeChecked();
  await expect(emails.getByRole('checkbox', { name: 'Recent Review, Improvement' })).not.toBeChecked();
  await expect(emails.getByRole('checkbox', { name: 'Price Change Alert, Alert' })).not.toBeChecked();
  // The table shows a dash for a level that the watchdog cannot have.
  await expect(emails.getByRole('row', { name: /^Lost Buy Box/ })).toContainText('–');
  await expect(emails.getByRole('checkbox', { name: 'Lost Buy Box, Warning' })).toHaveCount(0);

  await emails.getByRole('button', { name: 'All off' }).click();
  await expect(emails.getByText('0 of 40 on')).toBeVisible();
  await emails.getByRole('checkbox', { name: 'FBA Stock, Warning' }).check();
  await emails.getByLabel('Digest hour').selectOption('06:00');
  await emails.getByRole('switch', { name: 'Quiet hours' }).click();
  await emails.getByRole('button', { name: /^Time zone/ }).click();
  await page.keyboard.type('asia kol');
  await page.keyboard.press('Enter');
  await expect(emails.getByRole('button', { name: 'Time zone: Kolkata, UTC+5:30' })).toBeVisible();

  // The style of the subject can be chosen for instant alerts only; otherwise the hours of collecting alerts are
  // entered.
  const delivery = panel(page, 'Alert delivery');
  await delivery.getByRole('button', { name: 'Simple' }).click();
  await delivery.getByRole('switch', { name: 'Instant alerts' }).click();
  await expect(delivery.getByRole('button', { name: 'Simple' })).toHaveCount(0);
  const hours = delivery.getByLabel('Hours to collect alerts for');
  await hours.fill('25');
  await expect(delivery.getByText('Please enter a number of hours from 1 to 24')).toBeVisible();
  await expect(save).toBeDisabled();
  await hours.fill('24');
  expect(await violations(page)).toEqual([]);
  await save.click();

  await expect(page.getByText(saved)).toBeVisible();
  await expect(save).toBeDisabled();
  await typed.fill(`to-${email}`);
  await expect(emails.getByRole('heading', { name: email, exact: true })).toBeVisible();
  await expect(emails.getByText('Until you save, no test and no link can be sent to it')).toBeVisible();
  await typed.fill(email);
  await expect(save).toBeDisabled();
  await sandbox.waitForMail(email, ({ subject }) => subject === 'Verify your e-mail address');
  await page.reload();
  await emails.getByRole('button', { name: email }).click();
  await expect(emails.getByText('1 of 40 on')).toBeVisible();
  await expect(emails.getByRole('checkbox', { name: 'FBA Stock, Warning' })).toBeChecked();
  await expect(emails.getByLabel('Digest hour')).toHaveValue('6');
  // The select and the switch are in one line only if the page's styles take precedence over those of the switch.
  const beside = [emails.getByLabel('Digest hour'), emails.getByRole('switch', { name: 'Daily digest' })];
  const tops = await Promise.all(beside.map(async (control) => (await control.boundingBox())?.y ?? Number.NaN));
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(16);
  await expect(emails.getByLabel('Quiet from')).toHaveValue('22');
  await expect(emails.getByRole('button', { name: 'Time zone: Kolkata, UTC+5:30' })).toBeVisible();
  await expect(delivery.getByLabel('Hours to collect alerts for')).toHaveValue('24');
});

test('a failed save loses nothing, leaving the page asks first, and a verification link can be sent again', async ({
  page,
  signUpConfirmed,
}) => {
  const { owner, session } = await signUpConfirmed();
  const { id } = JSON.parse((await session.get('/api/id/generate')).text);
  await session.put('/api/identity/settings', {
    changedEmailAddresses: [{ emailAddressId: id, isNew: true, email: 'ops@watchpost.test' }],
  });
  await installClock(page);
  await page.goto('/settings');
  const emails = panel(page, 'Manage Email Channel Alerts');
  const save = saveButton(page);
  const address = emails.getByRole('textbox', { name: 'E-mail address' });
  await emails.getByRole('button', { name: 'ops@watchpost.test' }).click();

  // The button is disabled for 30 s after a link was sent, and while the address differs from the saved one.
  await expect(emails.getByRole('button', { name: 'Link sent' })).toBeDisabled();
  await page.clock.fastForward(31_000);
  const resend = emails.getByRole('button', { name: 'Send verification e-mail' });
  await expect(resend).toBeEnabled();
  await address.fill('ops 2@watchpost.test');
  await expect(address).toHaveValue('ops2@watchpost.test');
  await expect(resend).toBeDisabled();
  await address.fill('ops@watchpost.test');
  await expect(save).toBeDisabled();
  await page.route('**/emailverification/*', (route) => route.fulfill({ status: 204 }));
  // Stops the clock of the page, so that the message stays until it is measured, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 120_000);
  await resend.click();
  await expect(page.getByText('Verification email has been sent')).toBeVisible();
  await expectAbove(page.getByText('Verification email has been sent'), save);
  await expect(emails.getByRole('button', { name: 'Link sent' })).toBeDisabled();
  await page.clock.resume();

  await address.fill(owner.email);
  await expect(emails.getByText('This e-mail address is in the list already')).toBeVisible();
  await address.fill('ops3@watchpost.test');
  await page.route('**/api/identity/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { error: 'Conflict', message: 'It is taken', code: 'emailTaken' } })
      : route.continue(),
  );
  await save.click();
  const banner = page.getByRole('alert').filter({ hasText: 'Error' });
  await expect(banner).toContainText('Conflict: It is taken');
  await expect(address).toHaveValue('ops3@watchpost.test');
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toBeHidden();

  const leave = page.getByRole('dialog', { name: 'Unsaved changes' });
  await page.getByRole('link', { name: 'Watchpost, home' }).click();
  await expect(leave).toContainText('Please confirm that you want to close your Account Settings.');
  await expect(leave).toContainText('You have some unsaved changes.');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.unrouteAll();
  await emails.getByRole('button', { name: 'Delete ops' }).click();
  await expect(emails.getByText('Is deleted when you save').first()).toBeVisible();
  await expect(emails.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await save.click();
  await expect(emails.getByText('1 address, 1 verified')).toBeVisible();

  await emails.getByRole('switch', { name: 'Daily digest' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await leave.getByRole('button', { name: 'Close without saving' }).click();
  await expect(page).toHaveURL(/\/home/);
});

test('an address whose save worked, and after which the settings did not load, can be changed and saved again', async ({
  page,
  signUpConfirmed,
}, { testId }) => {
  await signUpConfirmed();
  const email = `late-${testId}@watchpost.test`;
  await page.goto('/settings');
  const emails = panel(page, 'Manage Email Channel Alerts');
  await emails.getByRole('button', { name: 'Add e-mail' }).click();
  const form = page.getByRole('dialog', { name: 'Add notification e-mail' });
  await form.getByLabel('E-mail address').fill(email);
  await form.getByRole('button', { name: 'Add e-mail' }).click();
  await page.route('**/api/identity/settings', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await saveButton(page).click();
  await expect(page.getByText(saved)).toBeVisible();

  await emails.getByLabel('Digest hour').selectOption('06:00');
  await page.unrouteAll();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/identity/settings'),
  );
  await saveButton(page).click();

  expect((await answered).status()).toBe(204);
  await expect(saveButton(page)).toBeDisabled();
  await expect(emails.getByLabel('Digest hour')).toHaveValue('6');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a list leads to each section, rows open, and every control is large enough for a thumb', async ({
    page,
    signUpConfirmed,
  }) => {
    const { session } = await signUpConfirmed();
    const { id } = JSON.parse((await session.get('/api/id/generate')).text);
    await session.put('/api/identity/settings', {
      changedEmailAddresses: [{ emailAddressId: id, isNew: true, email: 'a.very.long.name@quite-a-long-host.example' }],
    });
    await page.goto('/settings');
    const emails = panel(page, 'Manage Email Channel Alerts');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Alert delivery' }).tap();
    await expect(page).toHaveURL(/#delivery$/);
    await expect(panel(page, 'Alert delivery').getByRole('switch')).toBeInViewport();

    await emails
      .getByRole('button', { name: /a\.very\.long\.name/ })
      .first()
      .tap();
    await expect(emails.getByRole('checkbox', { name: 'Lost Buy Box, Alert' })).toHaveCount(0);
    await emails.getByRole('button', { name: 'Manage alerts' }).tap();
    await emails.getByRole('checkbox', { name: 'Lost Buy Box, Alert' }).uncheck();
    await emails.getByRole('button', { name: /^Time zone/ }).tap();
    await page.getByPlaceholder('Search a city or zone').fill('new york');
    await page.getByRole('button', { name: /^America\/New York/ }).tap();
    await expect(page.getByText('You have some unsaved changes')).toBeVisible();
    expect(await fitsTheScreen(page)).toBe(true);
    expect(await tooSmallForThumbs(page, ['Manage Email Channel Alerts'])).toEqual([]);
    expect(await violations(page)).toEqual([]);

    await saveButton(page).tap();
    await expect(page.getByText(saved)).toBeVisible();
  });
});
