import { expect, test } from '../harness/fixtures.ts';
import { isAlertAbout } from '../harness/sandbox.ts';
import { findLateSweeps } from '../harness/sweeping.ts';
import { row } from '../screens/screens.ts';

// Without notifications every change is found by a sweep.
test.use({ kind: 'withoutNotifications' });

/** With a speed-up of 120, a sweep with a period of 10 minutes runs every 5 s, and one of 30 minutes every 15 s. */
const checks = [
  { event: 'listingSuspended', title: 'Listing Suspended', source: 'listings-items', everyMs: 5_000, isMailed: true },
  // A new seller of a product that already has many sellers is reported in the digest only.
  { event: 'sellerJoined', title: 'Number of Sellers', source: 'listing-offers', everyMs: 7_500, isMailed: false },
  { event: 'buyBoxLost', title: 'Lost Buy Box', source: 'listing-offers', everyMs: 15_000, isMailed: true },
  { event: 'imageRemoved', title: 'Missing Image', source: 'catalog-items', everyMs: 15_000, isMailed: true },
];

for (const { event, title, source, everyMs, isMailed } of checks) {
  test(`without notifications ${event} is found by a check, which is planned within one period`, async ({
    page,
    house,
    sandbox,
    tenant,
    pick,
  }) => {
    const { owner } = tenant;
    const product = await pick();
    await page.goto('/home?view=wd');
    await expect(page.getByRole('region', { name: title })).toBeVisible();

    await sandbox.happen(event, product);

    await expect(row(page, product, title)).toBeVisible();
    expect(await findLateSweeps(house, { source, everyMs })).toEqual([]);
    if (!isMailed) return;
    const mail = await sandbox.waitForMail(owner.email, isAlertAbout(product));
    expect(mail.text).toContain(`/home#pdet-${product.productId}`);
  });
}
