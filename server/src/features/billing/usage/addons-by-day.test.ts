import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs } from '@app/shared/base/time.ts';
import { autoSelectProducts } from '@app/shared/contract/product-settings.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { savePackage } from '../packages/package-queries.ts';
import { closeDays } from './close-days.ts';

const api = testApi();

const moveTo = (day: Day, hour: number): void =>
  api.clock.advance(startOfDay(day).getTime() + hour * hourMs - api.clock.now().getTime());

async function buyPackage({ tenantId }: Owner): Promise<void> {
  const fees = { baseSubscriptionFeeCents: 3000, addonSubscriptionFeeCents: 300 };
  const sizes = { plan: 'package' as const, baseProducts: 20, addonProducts: 5 };
  const sold = {
    ...standardPackage,
    ...fees,
    ...sizes,
    packageId: 'twenty',
    description: '20',
    rateCardId: 'standard',
  };
  await savePackage(api.worker.global, { ...sold, changedAt: api.clock.now() });
  await sql`update tenants set package_id = 'twenty' where tenant_id = ${tenantId}`.execute(api.worker.global);
}

const holdAddons = (owner: Owner, addons: number) =>
  owner.call(autoSelectProducts, { body: { productCount: 20 + 5 * addons } });

/** Returns the price of each closed day from a day on, in mills. */
async function pricesFrom({ tenantId }: Owner, day: Day): Promise<number[]> {
  while (await closeDays({ db: api.worker, clock: api.clock }));
  const { rows } = await sql<{ mills: number }>`
    select u.regular_mills::float8 as mills
      from usage_days u
     where u.tenant_id = ${tenantId}
       and u.day >= ${day}
     order by u.day`.execute(api.worker.global);
  return rows.map(({ mills }) => mills);
}

test('addons that are added or given up after midnight change nothing of the day before', async () => {
  const owner = await api.owner();
  await buyPackage(owner);
  const [first, second, third] = [1, 2, 3].map((days) => addDays(dayOf(api.clock.now()), days)) as [Day, Day, Day];

  moveTo(second, 0.5);
  await holdAddons(owner, 2);
  moveTo(second, 2);
  expect(await pricesFrom(owner, first)).toEqual([1000]);

  moveTo(third, 0.5);
  await holdAddons(owner, 0);
  moveTo(third, 2);
  expect(await pricesFrom(owner, first)).toEqual([1000, 1200]);
});

test('days that are closed late have the addons of their own day, those after its last change', async () => {
  const owner = await api.owner();
  await buyPackage(owner);
  const first = addDays(dayOf(api.clock.now()), 1);

  moveTo(addDays(first, 1), 0.5);
  await holdAddons(owner, 1);
  moveTo(addDays(first, 2), 12);
  await holdAddons(owner, 2);
  await holdAddons(owner, 3);
  moveTo(addDays(first, 3), 1);
  await holdAddons(owner, 0);

  moveTo(addDays(first, 4), 2);
  expect(await pricesFrom(owner, first)).toEqual([1000, 1100, 1300, 1000]);
});
