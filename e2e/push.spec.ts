import { expect, test } from './harness/fixtures.ts';
import { isAlertAbout } from './harness/sandbox.ts';
import { stopSweeps } from './harness/sweeping.ts';
import { row } from './screens/screens.ts';

const announced = [
  { event: 'listingSuspended', title: 'Listing Suspended', isMailed: true },
  // A new seller of a product that already has many sellers is reported in the digest only.
  { event: 'sellerJoined', title: 'Number of Sellers', isMailed: false },
  { event: 'buyBoxLost', title: 'Lost Buy Box', isMailed: true },
];

test('a change with a notification is found without a sweep', async ({ page, house, sandbox, tenant, pick }) => {
  const { owner } = tenant;
  await page.goto('/home?view=wd');
  const { lastLookAt, resume } = await stopSweeps(house);
  const before = await lastLookAt();

  for (const { event, title, isMailed } of announced) {
    const product = await pick();
    await sandbox.happen(event, product);

    await expect(row(page, product, title)).toBeVisible();
    if (isMailed) await sandbox.waitForMail(owner.email, isAlertAbout(product));
  }

  expect(await lastLookAt()).toEqual(before);
  await resume();
});
