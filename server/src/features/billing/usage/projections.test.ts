import { sql, type RawBuilder } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import { costPreview, dailyCostBreakdown, estimate, setFrequency } from '@app/shared/contract/billing.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { trackAsins } from '../../../../testing/billing/tracking.ts';
import { insertCorrection } from '../invoices/correction-queries.ts';
import { makeInvoices } from '../invoices/make-invoices.ts';
import { savePackage, type KeptPackage } from '../packages/package-queries.ts';
import { closeDays } from './close-days.ts';

const api = testApi();

let owner: Owner;
/** The first day after the trial. */
let first: Day;

beforeEach(async () => {
  owner = await api.owner();
  first = addDays(dayOf(api.clock.now()), 31);
});

const at = (day: Day, hour: number): Date => new Date(startOfDay(day).getTime() + hour * hourMs);

/** Moves the clock to 2:00 UTC of the day and closes all days that may be closed then. */
async function closeAt(day: Day): Promise<void> {
  api.clock.set(at(day, 2));
  while (await closeDays({ db: api.worker, clock: api.clock }));
  await owner.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: true } });
}

const track = (asins: number) => trackAsins(api.worker, owner.tenantId, { asins, from: at(first, -1), to: null });

const openPeriod = async () => (await owner.call(dailyCostBreakdown, { query: {} })).period;
const set = (assignment: RawBuilder<unknown>, table: string) =>
  sql`update ${sql.table(table)} set ${assignment} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

test('the projected bill includes a credit, and of a daily payer only the days that are not billed yet', async () => {
  await track(510);
  const credit = { kind: 'credit', day: null, mills: -1000, reason: 'Thanks', createdAt: api.clock.now() } as const;
  await api.worker.tenant(owner.tenantId, (tx) => insertCorrection(tx, { ...credit, tenantId: owner.tenantId }));
  await closeAt(addDays(first, 1));
  const daily = 733.3;
  expect(await openPeriod()).toMatchObject({ correctionsAmount: -100, nextBillOn: addDays(first, 30) });
  expect((await openPeriod()).nextBillAmount).toBeCloseTo(30 * daily - 100);

  await owner.call(setFrequency, { body: { frequency: 'daily' } });
  await makeInvoices({ ...api.ctx, db: api.worker });

  const period = await openPeriod();
  expect(period).toMatchObject({ correctionsAmount: 0, nextBillOn: addDays(first, 2) });
  expect(period.nextBillAmount).toBeCloseTo(daily, 0);
  expect(period.toDateAmount).toBeCloseTo(daily, 0);
});

test('a credit that is left after a bill lowers the next one, and not the costs of the month to date', async () => {
  await track(20);
  const credit = { kind: 'credit', day: null, mills: -20_000, reason: 'Thanks', createdAt: api.clock.now() } as const;
  await api.worker.tenant(owner.tenantId, (tx) => insertCorrection(tx, { ...credit, tenantId: owner.tenantId }));
  await closeAt(addDays(first, 30));
  await makeInvoices({ ...api.ctx, db: api.worker });
  await closeAt(addDays(first, 31));

  const period = await openPeriod();

  expect(period).toMatchObject({ closedDays: 1, toDateAmount: 33.3, carriedAmount: -1001, correctionsAmount: 0 });
  expect(period.nextBillAmount).toBe(0);
});

test('days without the service are not projected for the rest of the period', async () => {
  await track(20);
  await set(sql`served_to = ${at(first, 5 * 24)}`, 'service_periods');
  await sql`
    insert into service_periods (tenant_id, served_from)
    values (${owner.tenantId}, ${at(first, 15 * 24)})`.execute(api.worker.global);
  await closeAt(addDays(first, 15));

  const period = await openPeriod();

  expect(period).toMatchObject({ closedDays: 5, daysLeft: 15, servedDaysLeft: 15 });
  expect(period.forecastAmount).toBeCloseTo(15 * 33.3);
});

/** Gives the owner a package, with the price list of its name if that has versions. */
async function givePackage(packageId: string, changes: Partial<KeptPackage>): Promise<void> {
  const changedAt = api.clock.now();
  const given = { ...standardPackage, packageId, description: packageId, rateCardId: 'standard', ...changes };
  await savePackage(api.worker.global, { ...given, changedAt });
  await set(sql`package_id = ${packageId}`, 'tenants');
}

test('in the trial a day costs what the price list says that is in force after it', async () => {
  const db = api.worker.global;
  await sql`insert into price_lists (rate_card_id) values ('rising')`.execute(db);
  await sql`
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    values ('rising', '2020-01-01', 333, 20, '[{ "upTo": null, "mills": 20 }]'),
           ('rising', ${addDays(first, -5)}, 500, 20, '[{ "upTo": null, "mills": 20 }]')`.execute(db);
  await givePackage('rising', { rateCardId: 'rising' });

  expect(await owner.call(costPreview, { query: { addedAsins: 0 } })).toMatchObject({ dayAmount: 50 });
  expect(await owner.call(estimate, {})).toMatchObject({ subscriptionFee: 1500 });
});

test('30 days of a package cost its fee to the cent', async () => {
  await givePackage('whole', { plan: 'package', baseSubscriptionFeeCents: 1000 });

  expect(await owner.call(estimate, {})).toMatchObject({ subscriptionFee: 1000 });
});
