import { expect, test } from './fixtures.ts';

test('the browser opens what the sandbox serves, and the world stands still', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/sandbox/inbox`);

  await expect(page).toHaveTitle(/inbox/i);
  expect(await sandbox.mail()).toEqual([]);
  expect((await sandbox.ledger()).filter((entry) => entry.kind === 'ambient')).toEqual([]);
});
