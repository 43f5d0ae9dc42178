import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hourMs, secondMs } from '@app/shared/base/time.ts';
import { putProductSettings } from '@app/shared/contract/product-settings.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { trackAsins } from '../../../testing/billing/tracking.ts';
import { someoneWaits } from '../../../testing/database/database.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';
import { closeDays } from '../billing/usage/close-days.ts';
import { lockProducts } from '../catalog/tracking/tracking-queries.ts';
import { track } from '../catalog/tracking/track.ts';
import { startWatching } from '../judging/start-watching.ts';
import { deleteSellersOf } from '../sellers/delete-seller.ts';

const api = testApi();
let owner: Owner;
/** A day on which the service is on from midnight to midnight. */
let day: Day;

beforeEach(async () => {
  owner = await api.owner();
  day = addDays(dayOf(api.clock.now()), 1);
  api.clock.set(new Date(startOfDay(day).getTime() + 8 * hourMs));
});

/** Closes the days of all tenants and returns the ASINs that the day is charged for; none while it is open. */
async function chargedAsins(): Promise<readonly number[]> {
  api.clock.set(new Date(startOfDay(addDays(day, 1)).getTime() + 3 * hourMs));
  while (await closeDays({ db: api.worker, clock: api.clock }));
  const { rows } = await sql<{ asins: number }>`
    select u.asins
      from usage_days u
     where u.tenant_id = ${owner.tenantId}
       and u.day = ${day}`.execute(api.worker.global);
  return rows.map(({ asins }) => asins);
}

test('a product that is ignored while discovery begins to track it is charged for no time', async () => {
  const { tenantId } = owner;
  const { productId, sellerAccountId } = await buildProductOf(api.worker, owner);
  await sql`
    update products
       set is_tracked = false,
           last_sale_at = ${api.clock.now()}
     where product_id = ${productId}`.execute(api.worker.global);
  const scope = { tenantId, sellerAccountIds: [sellerAccountId], productIds: null };
  let ignoring: Promise<unknown> = Promise.resolve();

  await api.worker.tenant(tenantId, async (tx) => {
    await lockProducts(tx, scope);
    const products = [{ productId, shortName: '', show: false }];
    ignoring = owner.call(putProductSettings, { body: { products } });
    await someoneWaits(api.database);
    api.clock.advance(secondMs);
    const now = api.clock.now();
    const parts = {
      listingSource: 'listings-items',
      startWatching: (within: typeof tx, start: Omit<Parameters<typeof startWatching>[1], 'at'>) =>
        startWatching(within, { ...start, at: now }),
    };
    const { newlyTracked } = await track(tx, parts, { ...scope, now });
    expect(newlyTracked).toHaveLength(1);
  });

  expect(await ignoring).toMatchObject({ saved: 1 });
  expect(await chargedAsins()).toEqual([0]);
});

test('a seller account that is deleted after a clock ahead has begun to track its product is charged for no time', async () => {
  const { tenantId } = owner;
  const now = api.clock.now();
  await trackAsins(api.worker, tenantId, { asins: 1, from: new Date(now.getTime() + hourMs), to: null });

  await api.worker.tenant(tenantId, (tx) => deleteSellersOf(tx, { tenantId, now }));

  expect(await chargedAsins()).toEqual([0]);
});

test('a product whose tracking was stored with an end before its beginning is charged for no time', async () => {
  const noon = startOfDay(day).getTime() + 12 * hourMs;
  const kept = { from: new Date(noon), to: new Date(noon - hourMs) };
  await trackAsins(api.worker, owner.tenantId, { asins: 1, ...kept });

  expect(await chargedAsins()).toEqual([0]);
});
