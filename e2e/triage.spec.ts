import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import type { Sandbox } from './harness/sandbox.ts';
import { keepUndo } from './screens/held-timers.ts';
import { card, markPage, row, tab } from './screens/screens.ts';
import type { WatchedProduct } from './harness/watched-product.ts';

const title = 'Listing Suspended';

interface TriageFixtures {
  page: Page;
  sandbox: Sandbox;
  pick: () => Promise<WatchedProduct>;
}

/** Filters the issues page for one product, so that the counts are exact, and suspends its listing. */
async function openSuspended({ page, sandbox, pick }: TriageFixtures): Promise<WatchedProduct> {
  const product = await pick();
  await keepUndo(page);
  await page.goto(`/home?view=wd&q=${product.asin}`);
  await sandbox.happen('listingSuspended', product);
  await expect(row(page, product, title)).toBeVisible();
  return product;
}

async function expectCounts(page: Page, counts: { red: number; ok: number; mute: number }): Promise<void> {
  await expect(tab(page, title, 'Issues')).toHaveText(`Issues${counts.red}`);
  await expect(tab(page, title, 'OK')).toHaveText(`OK${counts.ok}`);
  await expect(tab(page, title, 'Muted or done')).toHaveText(`Muted or done${counts.mute}`);
}

const newBadge = (page: Page): Locator => card(page, title).getByText(/^\d+ new/);
/** Waits for the server's answer to a change of an issue's status or mute. */
const settled = (page: Page) =>
  page.waitForResponse((response) => /set-issue-status|\/mute|\/unmute/.test(response.url()));

test('the button moves an issue through new, seen, in progress and done', async ({ page, sandbox, pick }) => {
  const product = await openSuspended({ page, sandbox, pick });
  const issue = row(page, product, title);
  await expect(issue).toContainText('New');
  await expect(newBadge(page)).toBeVisible();

  await issue.getByRole('button', { name: /^Mark seen/ }).click();
  await expect(issue).toContainText('Seen');
  await expect(newBadge(page)).toBeHidden();
  await issue.getByRole('button', { name: /^Start/ }).click();
  await expect(issue).toContainText('In progress');
  await expectCounts(page, { red: 1, ok: 0, mute: 0 });
  await issue.getByRole('button', { name: /^Mark done/ }).click();

  await expect(issue).toBeHidden();
  await expect(card(page, title)).toContainText('No current Alerts');
  await expectCounts(page, { red: 0, ok: 0, mute: 1 });
  await tab(page, title, 'Info').click();
  const counted = card(page, title).getByRole('tabpanel').getByRole('listitem');
  await expect(counted).toHaveText([/^Alert 0$/, /^Warning 0$/, /^OK 0$/, /^Muted 0$/, / 0$/, /^Done 1$/]);
  await tab(page, title, 'Muted or done').click();
  await expect(issue).toContainText('Done');
  await issue.getByRole('button', { name: /^Reopen/ }).click();
  await expectCounts(page, { red: 1, ok: 0, mute: 0 });
});

test('the dropdown sets any status, which survives a reload', async ({ page, sandbox, pick }) => {
  const product = await openSuspended({ page, sandbox, pick });
  const issue = row(page, product, title);

  await issue.getByRole('button', { name: /^Any status/ }).click();
  const answered = settled(page);
  await page.getByRole('menuitemradio', { name: 'In progress' }).click();
  await expect(issue).toContainText('In progress');
  await answered;
  await page.reload();

  await expect(row(page, product, title)).toContainText('In progress');
});

test('all new issues of a kind can be marked as seen at once', async ({ page, sandbox, pick }) => {
  const first = await openSuspended({ page, sandbox, pick });
  const second = await openSuspended({ page, sandbox, pick });
  await page.goto('/home?view=wd');
  await expect(row(page, first, title)).toContainText('New');

  await card(page, title).getByRole('button', { name: 'Mark all new as seen' }).click();

  await expect(newBadge(page)).toBeHidden();
  for (const product of [first, second]) {
    await expect(row(page, product, title)).toContainText('Seen');
  }
  await expect(card(page, title).getByRole('button', { name: 'Mark all new as seen' })).toBeHidden();
});

test('with a filter, marking all as seen changes only the shown issues, and the hidden ones are offered separately', async ({
  page,
  sandbox,
  pick,
}) => {
  const first = await openSuspended({ page, sandbox, pick });
  const second = await openSuspended({ page, sandbox, pick });

  const count = Number(
    (
      await card(page, title)
        .getByRole('button', { name: /hidden as seen$/ })
        .textContent()
    )?.split(' ')[1],
  );
  expect(count).toBeGreaterThan(0);
  await card(page, title).getByRole('button', { name: 'Mark all new as seen (1)' }).click();
  await expect(row(page, second, title)).toContainText('Seen');
  await expect(row(page, second, title)).toContainText(/by shared/);
  await page.goto(`/home?view=wd&q=${first.asin}`);
  await expect(row(page, first, title)).toContainText('New');
});

test("an undo asks before it overwrites somebody else's later change", async ({ page, sandbox, pick, tenant }) => {
  const product = await openSuspended({ page, sandbox, pick });
  const issue = row(page, product, title);
  const answered = settled(page);
  await issue.getByRole('button', { name: /^Mark seen/ }).click();
  await expect(issue).toContainText('Seen');
  await answered;
  await tenant.session.post(`/api/sentinel/watchdog/set-issue-status/listingSuspended-${product.productId}/3`, {});
  await expect(issue).toBeHidden();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`This was marked as done by ${tenant.owner.email} since.`)).toBeVisible();
  await expect(issue).toBeHidden();
  await page.getByRole('button', { name: 'Undo anyway' }).click();
  await expect(issue).toContainText('New');
});

test('a muted issue is hidden until it is unmuted', async ({ page, sandbox, pick }) => {
  const product = await openSuspended({ page, sandbox, pick });
  const issue = row(page, product, title);

  await issue.getByRole('button', { name: /^Mute/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /24 hours/,
    /3 days/,
    /1 week/,
    /2 weeks/,
    /1 month/,
    /2 months/,
    /Until turned back on/,
  ]);
  const answered = settled(page);
  await page.getByRole('menuitem', { name: '3 days' }).click();
  await expect(issue).toBeHidden();
  await expectCounts(page, { red: 0, ok: 0, mute: 1 });
  await answered;
  await page.reload();
  await tab(page, title, 'Muted or done').click();
  await expect(issue).toContainText('until ');
  await issue.getByRole('button', { name: /^Unmute/ }).click();

  await expectCounts(page, { red: 1, ok: 0, mute: 0 });
});

test('a second browser shows the change without a reload', async ({
  page,
  browser,
  house,
  sandbox,
  sharedTenant,
  ownerOf,
  pick,
}) => {
  const product = await openSuspended({ page, sandbox, pick });
  const other = await browser.newContext({ baseURL: house.url });
  await ownerOf(sharedTenant, other);
  const secondPage = await other.newPage();
  await secondPage.goto(`/home?view=wd&q=${product.asin}`);
  await expect(row(secondPage, product, title)).toContainText('New');
  const isStillSamePage = await markPage(secondPage);

  await row(page, product, title)
    .getByRole('button', { name: /^Mark seen/ })
    .click();
  await expect(row(secondPage, product, title)).toContainText('Seen');
  await row(page, product, title).getByRole('button', { name: /^Mute/ }).click();
  await page.getByRole('menuitem', { name: '24 hours' }).click();

  await expect(row(secondPage, product, title)).toBeHidden();
  expect(await isStillSamePage()).toBe(true);
  await other.close();
});

test('issues are handled with the keys j, k, s, d, m, o and u', async ({ page, sandbox, pick }) => {
  const product = await openSuspended({ page, sandbox, pick });
  await sandbox.happen('imageRemoved', product);
  const suspended = row(page, product, title);
  const pictureless = row(page, product, 'Missing Image');
  await expect(pictureless).toBeVisible();
  const [first, second] = (await isAbove(suspended, pictureless)) ? [suspended, pictureless] : [pictureless, suspended];

  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('j');
  await expect(second).toBeFocused();
  await page.keyboard.press('k');
  await expect(first).toBeFocused();
  await page.keyboard.press('s');
  await expect(first).toContainText('Seen');
  await page.keyboard.press('u');
  await expect(first).toContainText('New');
  await page.keyboard.press('d');
  await expect(first).toBeHidden();
  await page.keyboard.press('u');
  await expect(first).toContainText('New');
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await expect(page.getByRole('menuitem', { name: '24 hours' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog', { name: product.name })).toBeVisible();
});

test('issues selected by key and by checkbox are changed together, in one call and with one undo', async ({
  page,
  sandbox,
  pick,
}) => {
  const product = await openSuspended({ page, sandbox, pick });
  await sandbox.happen('imageRemoved', product);
  const suspended = row(page, product, title);
  const pictureless = row(page, product, 'Missing Image');
  await pictureless.focus();
  await page.keyboard.press('x');
  await suspended.hover();
  await suspended.getByRole('checkbox', { name: /^Select/ }).check();
  const bar = page.getByRole('region', { name: 'Selected issues' });
  await expect(bar).toContainText('2 selected');

  const call = page.waitForRequest(/bulk-set-issue-status/);
  await page.keyboard.press('d');
  expect((await call).postDataJSON()).toMatchObject({ issueStatus: 3, watchDogIds: { length: 2 } });
  await expect(bar).toBeHidden();
  await expect(suspended).toBeHidden();
  await tab(page, title, 'Only done').click();
  await expect(suspended).toContainText('Done');
  await page.keyboard.press('u');
  await tab(page, title, 'Issues').click();
  await expect(suspended).toContainText('New');
  await expect(pictureless).toContainText('New');

  for (const issue of [suspended, pictureless]) {
    await issue.hover();
    await issue.getByRole('checkbox').check();
  }
  await bar.getByRole('button', { name: /^Mute/ }).click();
  await page.getByRole('menuitem', { name: '1 week' }).click();
  await tab(page, title, 'Muted or done').click();
  await expect(suspended).toContainText('Muted until');
  await page.getByRole('button', { name: /^Undo/ }).last().click();
  await expect(pictureless).toContainText('New');
});

test('after an act by keyboard on the selected issues the focus is at the next row, also when the act takes rows away', async ({
  page,
  sandbox,
  pick,
}) => {
  const product = await openSuspended({ page, sandbox, pick });
  await sandbox.happen('imageRemoved', product);
  const suspended = row(page, product, title);
  const pictureless = row(page, product, 'Missing Image');
  await expect(pictureless).toBeVisible();
  const [first, second] = (await isAbove(suspended, pictureless)) ? [suspended, pictureless] : [pictureless, suspended];
  const bar = page.getByRole('region', { name: 'Selected issues' });
  // An issue that changes loses its selection, and its row may move to the card of an incident: the row is then
  // selected again.
  const act = async (name: RegExp) => {
    await expect(async () => {
      if (!(await bar.isVisible())) {
        await first.focus({ timeout: 5_000 });
        await page.keyboard.press('x');
      }
      await bar.getByRole('button', { name }).focus({ timeout: 5_000 });
      await page.keyboard.press('Enter');
    }).toPass();
    await expect(bar).toBeHidden();
  };
  await page.keyboard.press('j');
  await act(/^Clear/);
  await expect(first).toBeFocused();
  await act(/^Mark done/);
  await expect(first).toBeHidden();
  await expect(second).toBeFocused();
});

async function isAbove(one: Locator, other: Locator): Promise<boolean> {
  const [upper, lower] = [await one.boundingBox(), await other.boundingBox()];
  return (upper?.y ?? 0) < (lower?.y ?? 0);
}
