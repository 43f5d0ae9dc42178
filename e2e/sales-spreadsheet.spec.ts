import type { Locator, Page } from '@playwright/test';
import { salesBreakdown } from '@app/shared/contract/catalog.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { confirmAddress } from '../scripts/sessions/confirm-address.ts';
import type { ProductSession } from '../scripts/sessions/product-session.ts';
import { readSpreadsheet } from '../server/src/lib/spreadsheet/read-spreadsheet.ts';
import { expect, test } from './harness/fixtures.ts';
import { fitsTheScreen, panel, saveButton, saved, tooSmallForThumbs } from './screens/settings-page.ts';
import { violations } from './screens/violations.ts';

interface SoldProduct {
  readonly productId: string;
  readonly asin: string;
  /**
   * The units of all variations by day, for those of the last 90 days whose figures are final. The oldest day is left
   * out, because a spreadsheet that is compiled after a midnight does not have it.
   */
  readonly units: ReadonlyMap<string, number>;
}

/** Finds a product with sales, and reads the final days of its sales chart. */
async function findSoldProduct(session: ProductSession): Promise<SoldProduct> {
  const world = await session.get(`${stateOfTheWorld.path}?init=true`);
  const { products } = stateOfTheWorld.response.parse(JSON.parse(world.text));
  const product = products.find(({ sales }) => sales.length > 0);
  if (!product) throw new Error('No product was sold');
  const { productId, asin1 } = product;
  const chart = await session.get(`${salesBreakdown.path}?productId=${productId}&lookbackDays=90`);
  const { sales } = salesBreakdown.response.parse(JSON.parse(chart.text));
  const finished = sales.slice(1).filter(({ final }) => final);
  const units = new Map(finished.map(({ date, soldUnitsAllVariations }) => [date, soldUnitsAllVariations ?? 0]));
  return { productId, asin: asin1, units };
}

const dayOf = (cell: unknown): string => (cell instanceof Date ? cell.toISOString().slice(0, 10) : '');

const request = (page: Page): Locator => page.locator('.sheet-fold');
const send = (page: Page): Locator => request(page).getByRole('button', { name: 'Send', exact: true });

test('a spreadsheet is requested in the sales chart, and the mail brings the sales of the chart', async ({
  page,
  open,
  tenant,
  sandbox,
}) => {
  const { productId, asin, units } = await findSoldProduct(tenant.session);
  await open(`/home#saleschart-${productId}`);
  await request(page).getByText('These sales by day, sent by mail').click();

  await expect(send(page)).toBeDisabled();
  await request(page).getByRole('checkbox', { name: tenant.owner.email }).check();
  await request(page).getByRole('button', { name: 'Preview' }).click();
  await expect(request(page).getByRole('region', { name: 'First rows of the spreadsheet' })).toContainText(
    'Organic units',
  );
  expect(await violations(page)).toEqual([]);
  await send(page).click();

  await expect(request(page).getByText('Your request has been received')).toBeVisible();
  await expect(send(page)).toBeDisabled();
  const mail = await sandbox.waitForMail(tenant.owner.email, ({ subject }) => subject.startsWith('Your sales from'));
  const { rows } = await readSpreadsheet(await sandbox.file(mail.files[0]?.path ?? ''));
  const [head, ...days] = rows.map(({ cells }) => cells);
  const column = (name: string) => head?.indexOf(name) ?? -1;
  expect(days.map((cells) => cells[column('ASIN')])).toContain(asin);
  const unitsOn = (date: string) =>
    days
      .filter((cells) => dayOf(cells[column('Date')]) === date)
      .reduce((sum, cells) => sum + Number(cells[column('Units')] ?? 0), 0);
  expect(units.size).toBeGreaterThan(80);
  expect(new Map([...units].map(([date]) => [date, unitsOn(date)]))).toEqual(units);
});

test('wrong dates are reported for a while and nothing is sent', async ({ page, open, tenant }) => {
  await open('/settings');
  await request(page).getByText('Request a spreadsheet').click();
  await request(page).getByRole('checkbox', { name: tenant.owner.email }).check();
  await request(page).getByRole('button', { name: 'Custom' }).click();

  await send(page).click();

  const error = request(page).getByText('Please select start and end date');
  await expect(error).toBeVisible();
  await expect(error).toHaveCount(0);
  await expect(send(page)).toBeEnabled();
});

test('a request that is refused after the sales chart was closed is reported all the same', async ({
  page,
  open,
  tenant,
}) => {
  const { productId } = await findSoldProduct(tenant.session);
  const closed = Promise.withResolvers<void>();
  await page.route('**/SALES/email-request', async (route) => {
    await closed.promise;
    await route.fulfill({ status: 429, json: { error: 'Wait', message: 'Wait', code: 'spreadsheetUnderway' } });
  });
  await open(`/home#saleschart-${productId}`);
  await request(page).getByText('These sales by day, sent by mail').click();
  await request(page).getByRole('checkbox', { name: tenant.owner.email }).check();
  await send(page).click();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  closed.resolve();

  await expect(page.getByText('The system is already compiling a spreadsheet for you')).toBeVisible();
});

test('an address that is deleted after its selection is no longer offered, and does not hinder the request', async ({
  page,
  sandbox,
  signUpConfirmed,
}, { testId }) => {
  const { owner, session } = await signUpConfirmed();
  const email = `sales-${testId}@watchpost.test`;
  const { id } = JSON.parse((await session.get('/api/id/generate')).text);
  await session.put('/api/identity/settings', { changedEmailAddresses: [{ emailAddressId: id, isNew: true, email }] });
  await confirmAddress(session, { sandboxUrl: sandbox.url, email });
  await page.goto('/settings#spreadsheet');
  await request(page).getByRole('checkbox', { name: owner.email }).check();
  await request(page).getByRole('checkbox', { name: email }).check();

  const emails = panel(page, 'Manage Email Channel Alerts');
  await emails.getByRole('button', { name: email }).click();
  await emails.getByRole('button', { name: `Delete ${email}` }).click();
  await saveButton(page).click();

  await expect(page.getByText(saved)).toBeVisible();
  await expect(request(page).getByRole('checkbox', { name: email })).toHaveCount(0);
  await send(page).click();
  await expect(request(page).getByText('Your request has been received')).toBeVisible();
});

test('without a verified address nothing can be requested', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/settings#spreadsheet');

  await expect(request(page).getByText('You have no verified email addresses')).toBeVisible();
  await expect(send(page)).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('all products are requested on the settings page', async ({ page, open, tenant, sandbox }) => {
    const { owner } = tenant;
    await open('/settings');
    await request(page).getByText('Request a spreadsheet').tap();
    await request(page).getByRole('checkbox', { name: owner.email }).tap();
    await request(page).getByRole('button', { name: 'Custom' }).tap();
    await request(page).getByLabel('From').fill('2026-01-01');
    await request(page).getByRole('button', { name: '90 days' }).tap();
    expect(await fitsTheScreen(page)).toBe(true);
    expect(await tooSmallForThumbs(page, ['Sales by mail'])).toEqual([]);
    await request(page).getByRole('checkbox', { name: 'Include all products' }).tap();

    await send(page).tap();

    await expect(request(page).getByText('Your request has been received')).toBeVisible();
    const mail = await sandbox.waitForMail(owner.email, ({ subject }) => subject.startsWith('Your sales from'));
    expect(mail.files.map(({ name }) => name)).toEqual([expect.stringMatching(/^sales-.*\.xlsx$/)]);
  });
});
