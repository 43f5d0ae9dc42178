import { addDays, dayOf, daysFrom } from '../shared/src/base/calendar-day.ts';
import { expect, test } from './harness/fixtures.ts';
import { closePastDays } from './harness/closed-days.ts';
import { dismissHints } from './harness/hints.ts';
import { acceptInvitation } from './harness/invited-user.ts';
import { markMessage } from './screens/screens.ts';
import { fitsTheScreen, panel, tooSmallForThumbs } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

const path = '/subscription-and-billing';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('the owner sees what each day costs and why, in any range, also on a phone', async ({
  page,
  house,
  browser,
  ownerOf,
}) => {
  const { owner, session } = await ownerOf('billing');
  const lastDay = await closePastDays(house, owner.email, { trialDays: 6, paidDays: 10 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Subscription & Billing' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription & Billing');

  // Ten past days cost $0.333 each, and the forecast assumes the same for the twenty remaining days.
  const figures = page.getByRole('region', { name: 'Figures of the billing period' });
  await expect(figures.getByText('Month to date, 10 days')).toBeVisible();
  await expect(figures.getByText('$3.33', { exact: true })).toBeVisible();
  await expect(figures.getByText('Forecast, 20 days left')).toBeVisible();
  await expect(figures.getByText('+$6.66')).toBeVisible();
  await expect(figures.getByText('$9.99', { exact: true })).toBeVisible();
  await expect(figures.getByText('Visa ending 4417')).toBeVisible();

  const costs = panel(page, 'Daily Cost Breakdown');
  const rows = costs.locator('tbody > tr');
  await expect(rows).toHaveCount(30);
  await expect(costs.getByText('Free in the trial', { exact: true })).toHaveCount(6 + 1);
  await expect(costs.getByRole('columnheader', { name: /^Forecasted/ })).toBeVisible();
  await expect(costs.getByRole('row', { name: /^Month to date/ })).toContainText('$3.330');
  await expect(costs.getByRole('slider', { name: /^\$3\.33 charged for 16 days/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // With the keyboard, a day is expanded into the parts of its price and its ASINs.
  await costs
    .getByRole('button')
    .filter({ has: page.locator('time') })
    .first()
    .press('Enter');
  await expect(costs.getByText(/^Base, with the first 20 ASINs/)).toBeVisible();
  await expect(costs.getByRole('region', { name: 'ASINs of the day' }).getByRole('listitem').first()).toContainText(
    '24 h',
  );
  expect(await violations(page)).toEqual([]);

  // The range ends with yesterday, so that it has one closed day less if a midnight of UTC has passed.
  const closedOfSeven = (): number => 8 - daysFrom(lastDay, dayOf(new Date()));
  const mostClosed = closedOfSeven();
  const answer = page.waitForResponse(/lastDays=7/);
  await costs.getByLabel('Range').selectOption('Last 7 days');
  await answer;
  const possible = [mostClosed, closedOfSeven()];
  const sums = possible.map((days) => `\\$${((days * 333) / 1000).toFixed(3)}`);
  await expect(costs.getByRole('row', { name: /^Shown days/ })).toContainText(new RegExp(sums.join('|')));
  expect(possible).toContain(await rows.getByRole('button').count());
  await costs.getByLabel('Range').selectOption('Custom');
  await costs.getByRole('button', { name: 'Apply' }).click();
  await expect(costs.getByText('Please select start and end date')).toBeVisible();
  await costs.getByLabel('Start date').fill(addDays(lastDay, -1));
  await costs.getByLabel('End date').fill(addDays(lastDay, -2));
  await costs.getByRole('button', { name: 'Apply' }).click();
  await expect(costs.getByText('The end date is before the start date.')).toBeVisible();
  await costs.getByLabel('Start date').fill(addDays(lastDay, -3));
  await costs.getByRole('button', { name: 'Apply' }).click();
  await expect(rows.getByRole('button')).toHaveCount(2);
  await expect(costs.getByRole('row', { name: /^Shown days/ })).toContainText('$0.666');
  await costs.getByLabel('Range').selectOption('Default');
  await expect(costs.getByRole('row', { name: /^Shown days/ })).toHaveCount(0);

  const file = page.waitForEvent('download');
  await costs.getByRole('link', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);

  const context = await browser.newContext({ ...phone, baseURL: house.url });
  await context.addCookies(session.cookies());
  await dismissHints(context);
  const small = await context.newPage();
  await small.goto(path);
  await panel(small, 'Daily Cost Breakdown').getByRole('button', { name: 'Show all' }).click();
  await expect(panel(small, 'Daily Cost Breakdown').locator('tbody > tr')).toHaveCount(30);
  expect(await fitsTheScreen(small)).toBe(true);
  expect(await tooSmallForThumbs(small, ['Daily Cost Breakdown', 'Payment method', 'Budget', 'Coupon'])).toEqual([]);
  await context.close();
});

test('in the trial nothing is charged; a budget is kept, and cancelling takes two clicks', async ({ page, signUp }) => {
  await signUp();
  await page.goto(path);
  await expect(page.getByText(/^Free in the trial until/)).toBeVisible();
  await expect(page.getByText('no payment method yet')).toBeVisible();
  await expect(panel(page, 'Billing history').getByText('You have no invoices yet')).toBeVisible();
  await expect(panel(page, 'Daily Cost Breakdown').locator('tbody > tr')).toHaveCount(30);
  expect(await violations(page)).toEqual([]);

  const budget = panel(page, 'Budget');
  await budget.getByLabel('Limit of a billing period, in USD').fill('0.5');
  await budget.getByRole('button', { name: 'Save budget' }).click();
  await expect(budget.getByText('A budget is $1.00 at least')).toBeVisible();
  await page.getByRole('link', { name: 'Watchpost, home' }).click();
  const leave = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(leave).toContainText('Are you sure you want to leave? You have some unsaved changes.');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await budget.getByLabel('Limit of a billing period, in USD').fill('150');
  await budget.getByRole('checkbox').check();
  // The amount is typed on while the first digits are being saved.
  const saving = Promise.withResolvers<void>();
  await page.route('**/api/billing/budget', async (route) => {
    if (route.request().method() !== 'GET') await saving.promise;
    await route.continue();
  });
  await budget.getByRole('button', { name: 'Save budget' }).click();
  await budget.getByLabel('Limit of a billing period, in USD').fill('1500');
  saving.resolve();
  await expect(page.getByText('Budget saved')).toBeVisible();
  await expect(budget.getByText(/used in this period/)).toBeVisible();
  await expect(budget.getByLabel('Limit of a billing period, in USD')).toHaveValue('1500');
  await budget.getByLabel('Limit of a billing period, in USD').fill('150');
  await expect(budget.getByRole('button', { name: 'Save budget' })).toBeDisabled();

  const coupon = panel(page, 'Coupon');
  await page.route('**/api/billing/subscription/apply/coupon', (route) =>
    route.fulfill({ status: 429, json: { error: 'Later', message: 'Too many codes', code: 'tooManyRequests' } }),
  );
  await coupon.getByLabel('Promo or invite code').fill('SPRING');
  await coupon.getByRole('button', { name: 'Apply' }).click();
  const isAnother = await markMessage(coupon.getByRole('alert'));
  await coupon.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(isAnother).toBe(true);
  await coupon.getByLabel('Promo or invite code').fill('');

  const history = panel(page, 'Billing history');
  await history.getByRole('button', { name: 'Edit the name on invoices' }).click();
  await history.getByLabel('Name on invoices').fill('Brightkeel Goods');
  await history.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment details have been saved successfully')).toBeVisible();
  await expect(history.getByRole('button', { name: 'Edit the name on invoices' })).toBeFocused();
  await panel(page, 'Billing frequency').getByRole('button', { name: 'Daily' }).click();
  await expect(page.getByText('Billing frequency saved')).toBeVisible();
  await page.reload();
  await expect(budget.getByLabel('Limit of a billing period, in USD')).toHaveValue('150.00');
  await expect(budget.getByRole('checkbox')).toBeChecked();
  await expect(history.getByText('Brightkeel Goods')).toBeVisible();
  const address = page.getByRole('dialog', { name: 'Billing address' });
  await history.getByRole('button', { name: 'Edit the billing address' }).click();
  await address.getByLabel('Street and number').fill('1 Pier Street');
  await address.getByLabel('City').fill('Kiel');
  await address.getByLabel('Country').selectOption('DE');
  expect(await violations(page)).toEqual([]);
  await address.getByRole('button', { name: 'Save' }).click();
  await expect(address).toBeHidden();
  await history.getByRole('button', { name: 'Edit the billing address' }).click();
  await expect(address.getByLabel('City')).toHaveValue('Kiel');
  await address.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page, 'Billing frequency').getByRole('button', { name: 'Daily' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('button', { name: 'Cancel My Subscription' }).click();
  const offer = page.getByRole('dialog', { name: 'Stay, and get 25% off for 6 months' });
  await expect(offer.getByRole('button', { name: 'Get 25% Off' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await offer.getByRole('button', { name: 'Continue to Cancel' }).click();
  const done = page.getByRole('dialog', { name: 'Subscription cancelled' });
  await expect(done.getByText('Your subscription has now been cancelled.')).toBeVisible();
  await done.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(/\/goodbye$/);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Re-activate subscription' })).toBeDisabled();
});

test('the offer of 25% is taken once', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/settings');
  const account = panel(page, 'Account Management');
  await account.getByRole('button', { name: 'Cancel My Subscription' }).click();
  await page.getByRole('button', { name: 'Get 25% Off' }).click();
  await expect(page).toHaveURL(/\/cancelsubscription$/);
  await page.getByRole('main').getByRole('link', { name: 'Account settings' }).click();
  await account.getByRole('button', { name: 'Cancel My Subscription' }).click();
  const warning = page.getByRole('dialog', { name: 'Do you want to cancel your subscription?' });
  await expect(warning.getByRole('button', { name: 'Continue to Cancel' })).toBeVisible();
  await warning.getByRole('button', { name: 'Back to Account Settings' }).click();
  await expect(warning).toHaveCount(0);
  await account.getByRole('button', { name: 'Show invoices' }).click();
  await expect(page.getByRole('dialog', { name: 'Invoices' }).getByText('You have no invoices yet')).toBeVisible();
});

test('another user sees the company and no costs', async ({ page, house, sandbox, signUpConfirmed }, { testId }) => {
  const { owner, session } = await signUpConfirmed();
  const email = `ben-${testId}@watchpost.test`;
  await session.post('/api/auth/addUser', { email, firstName: 'Ben', lastName: 'Bystander' });
  const user = await acceptInvitation({ url: house.url, sandbox, email });
  await page.context().addCookies(user.cookies());
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(path);
  await expect(page.getByText('Only the account owner sees costs, payments and invoices.')).toBeVisible();
  await expect(panel(page, 'Company').getByText(owner.companyName)).toBeVisible();
  await expect(panel(page, 'Users').getByText(email)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Daily Cost Breakdown' })).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('/api/billing'))).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test('the cost of more ASINs that did not load can be asked for again', async ({ page, signUp }) => {
  await signUp();
  const call = '**/api/billing/preview?**';
  await page.route(call, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(path);
  const preview = panel(page, 'What more ASINs cost');
  await expect(preview.getByText('The cost did not load.')).toBeVisible();
  await page.unroute(call);
  await preview.getByRole('button', { name: 'Try again' }).click();

  await expect(preview.getByText('The cost did not load.')).toBeHidden();
  await expect(preview.getByText(/\$/).first()).toBeVisible();
});
