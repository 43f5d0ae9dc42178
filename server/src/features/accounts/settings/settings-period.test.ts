import { sql, type RawBuilder } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { getSettings } from '@app/shared/contract/accounts.ts';
import { switchToDailyPricing } from '@app/shared/contract/billing.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { savePackage } from '../../billing/packages/package-queries.ts';

const api = testApi();
let owner: Owner;
let today: Day;

beforeEach(async () => {
  owner = await api.owner();
  today = dayOf(api.clock.now());
});

const set = (assignment: RawBuilder<unknown>, table: string) =>
  sql`update ${sql.table(table)} set ${assignment} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

const epochSeconds = (day: Day): number => startOfDay(day).getTime() / 1000;

test.each([
  ['the stored one', 29, 0],
  ['the one after it, whose first day is not closed yet', 30, 30],
])('after the trial the period of the settings is the billing period of 30 days: %s', async (_what, ago, passed) => {
  const periodFrom = addDays(today, -ago);
  await set(sql`trial_ends_at = ${startOfDay(periodFrom)}`, 'tenants');
  await set(sql`period_from = ${periodFrom}`, 'tenant_subscriptions');

  const { periodStart, periodEnd } = await owner.call(getSettings, {});

  const begin = addDays(periodFrom, passed);
  expect([periodStart, periodEnd]).toEqual([epochSeconds(begin), epochSeconds(addDays(begin, 30))]);
});

test('who pays for a package has no daily pricing, until the day after the change to it', async () => {
  const changedAt = api.clock.now();
  const chosen = { ...standardPackage, packageId: 'hundred', description: 'Hundred', plan: 'package' } as const;
  await savePackage(api.worker.global, { ...chosen, rateCardId: 'standard', changedAt });
  await set(sql`package_id = 'hundred'`, 'tenants');
  await owner.call(switchToDailyPricing, {});
  expect(await owner.call(getSettings, {})).toMatchObject({ dailyPricing: false });

  api.clock.advance(dayMs);
  expect(await owner.call(getSettings, {})).toMatchObject({ dailyPricing: true });
});
