import { expect, test } from './harness/fixtures.ts';
import { row } from './screens/screens.ts';

// Without notifications every change is found by a sweep.
test.use({ kind: 'withoutNotifications' });

/** At a speed-up of 120 a check every 10 minutes runs every 5 s, and one every 30 minutes every 15 s. */
const checks = [
  { event: 'listingSuspended', title: 'Listing Suspended', everyMs: 5_000 },
  { event: 'sellerJoined', title: 'Number of Sellers', everyMs: 7_500 },
  { event: 'buyBoxLost', title: 'Lost Buy Box', everyMs: 15_000 },
  { event: 'imageRemoved', title: 'Missing Image', everyMs: 15_000 },
];
/** Time from the marketplace's answer to the page on a busy machine. */
const wayMs = 10_000;

for (const { event, title, everyMs } of checks) {
  test(`without notifications ${event} is found within one check period`, async ({ page, sandbox, tenant, pick }) => {
    const { owner } = tenant;
    const product = await pick();
    await page.goto('/home?view=wd');
    await expect(page.getByRole('region', { name: title })).toBeVisible();

    await sandbox.happen(event, product);

    await expect(row(page, product, title)).toBeVisible({ timeout: everyMs + wayMs });
    const mail = await sandbox.waitForMail(owner.email, ({ text }) => text.includes(product.asin));
    expect(mail.text).toContain(`/home#pdet-${product.productId}`);
  });
}
