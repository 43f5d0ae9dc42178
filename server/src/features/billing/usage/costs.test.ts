import { sql, type RawBuilder } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { logIn } from '@app/shared/contract/auth.ts';
import {
  costPreview,
  dailyCostBreakdown,
  dailyCostDetails,
  estimate,
  paymentStatusCall,
} from '@app/shared/contract/billing.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { standardPackage } from '@app/shared/domain/billing/package.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { trackAsins, type TrackedTime } from '../../../../testing/billing/tracking.ts';
import { TenantTurns } from '../../../lib/jobs/tenant-turns.ts';
import { systemRandom } from '../../../lib/random.ts';
import { savePackage } from '../packages/package-queries.ts';
import { closeDays } from './close-days.ts';

const api = testApi();
const trialDays = 30;

/** A day that begins after the trial of every owner of this file, whose clock moves on from test to test. */
let first: Day;
let owner: Owner;

beforeEach(async () => {
  owner = await api.owner();
  first = addDays(dayOf(api.clock.now()), trialDays + 1);
});

/** Moves the clock to the hour of the day and closes all days that may be closed then. */
async function closeAt(day: Day, hour = 2): Promise<void> {
  const at = startOfDay(day).getTime() + hour * hourMs;
  api.clock.advance(at - api.clock.now().getTime());
  while (await closeDays({ db: api.worker, clock: api.clock }));
  await logInAgain();
}

/** The session ends while the clock moves on by weeks. */
const logInAgain = () =>
  owner.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: true } });

const at = (day: Day, hour: number): Date => new Date(startOfDay(day).getTime() + hour * hourMs);

const track = (
  asins: number,
  time: TrackedTime,
  named?: { readonly marketplace?: string; readonly firstNo?: number },
) => trackAsins(api.worker, owner.tenantId, { asins, ...time, ...named });

const costOn = (day: Day) => owner.call(dailyCostDetails, { params: { day } });
const breakdownOf = (query: { from?: Day; to?: Day; lastDays?: number }) => owner.call(dailyCostBreakdown, { query });

const projected = async () => (await breakdownOf({})).period.forecastAmount;
const set = (assignment: RawBuilder<unknown>, table: string) =>
  sql`update ${sql.table(table)} set ${assignment} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

test('nothing is projected for days after the end of a cancelled subscription, or without the service', async () => {
  await track(20, { from: at(first, -1), to: null });
  await closeAt(addDays(first, 1));
  expect(await projected()).toBeCloseTo(29 * 33.3);

  await set(sql`ends_at = ${startOfDay(addDays(first, 11))}`, 'tenant_subscriptions');
  expect(await projected()).toBeCloseTo(10 * 33.3);
  await set(sql`is_served = false`, 'tenants');
  expect(await projected()).toBe(0);
});

describe('a day costs the base and each ASIN by its tier', () => {
  test.each([
    [0, 33.3],
    [20, 33.3],
    [21, 34.9],
    [100, 161.3],
    [101, 162.7],
    [510, 733.3],
  ])('%i ASINs cost %f cents', async (asins, cents) => {
    await track(asins, { from: at(first, -1), to: null });
    await closeAt(addDays(first, 1));

    const { dailyCostBreakdowns } = await breakdownOf({ from: first, to: first });

    expect(dailyCostBreakdowns).toEqual([
      {
        timestamp: startOfDay(first).getTime() / 1000,
        quantity: asins,
        amount: cents,
        regularAmount: cents,
        discountPercent: 0,
        isTrial: false,
      },
    ]);
  });
});

describe('an ASIN counts when it was tracked for at least half of the day', () => {
  test.each([
    ['all day', [[0, 24]], 1],
    ['12 hours', [[6, 18]], 1],
    ['a second less than 12 hours', [[6, 18 - 1 / 3600]], 0],
    ['6 hours twice', [[0, 6], [18, 24]], 1], // prettier-ignore
    ['only the hours of the day before', [[-14, 2]], 0],
  ] as const)('%s', async (_, spans, counted) => {
    for (const [from, to] of spans) await track(1, { from: at(first, from), to: at(first, to) });
    await closeAt(addDays(first, 1));

    expect((await costOn(first)).quantity).toBe(counted);
  });

  test('tracked and ignored 100 times a day it counts once', async () => {
    for (let no = 0; no < 100; no += 1) {
      await track(1, { from: at(first, no * 0.24), to: at(first, no * 0.24 + 0.13) });
    }
    await closeAt(addDays(first, 1));

    const { quantity, asins } = await costOn(first);

    expect(quantity).toBe(1);
    expect(asins).toMatchObject([{ hours: 13 }]);
  });

  test('in two seller accounts it counts once, in two marketplaces twice', async () => {
    await track(1, { from: at(first, 0), to: at(first, 8) });
    await track(1, { from: at(first, 6), to: at(first, 14), ofOtherAccount: true });
    await track(1, { from: at(first, 0), to: null }, { marketplace: 'CA' });
    await closeAt(addDays(first, 1));

    expect((await costOn(first)).asins).toEqual([
      { marketplace: 'CA', asin: 'B000000000', hours: 24 },
      { marketplace: 'US', asin: 'B000000000', hours: 14 },
    ]);
  });

  test('that of a seller account deleted meanwhile still counts', async () => {
    const tenant = { tenantId: owner.tenantId };
    await track(1, { from: at(first, 0), to: null });
    await api.worker.tenant(owner.tenantId, (tx) =>
      sql`
        with ended as (
          insert into ended_tracking (tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin)
          select t.tenant_id, t.product_id, t.tracked_from, ${at(first, 13)}, 'gone', p.marketplace, p.asin
            from tracking_periods t
            join products p using (tenant_id, product_id)
           where t.tenant_id = ${tenant.tenantId}
          returning 1
        )
        delete from products where tenant_id = ${tenant.tenantId}`.execute(tx),
    );
    await closeAt(addDays(first, 1));

    expect((await costOn(first)).asins).toEqual([{ marketplace: 'US', asin: 'B000000000', hours: 13 }]);
  });
});

test('a day is open until 2:00 UTC of the next', async () => {
  await closeAt(addDays(first, 1), 1.99);
  expect((await owner.send(dailyCostDetails, { params: { day: first } })).statusCode).toBe(404);

  await closeAt(addDays(first, 1), 2);
  expect((await costOn(first)).amount).toBe(33.3);
});

test('a day on which the service was off for more than half costs nothing, the base included', async () => {
  await track(30, { from: at(first, 0), to: null });
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update service_periods set served_to = ${at(first, 11)} where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  await closeAt(addDays(first, 2));

  expect((await breakdownOf({ from: first, to: addDays(first, 1) })).dailyCostBreakdowns).toEqual([]);
});

test('days of the trial cost nothing and show what they would cost', async () => {
  const lastFree = addDays(first, -1);
  await track(30, { from: at(first, -30), to: null });
  await closeAt(addDays(first, 1));

  expect(await costOn(lastFree)).toMatchObject({ isTrial: true, amount: 0, regularAmount: 49.3 });
  expect(await costOn(first)).toMatchObject({ isTrial: false, amount: 49.3 });
});

test('a day opens to its tiers, whose amounts add up to its cost', async () => {
  await track(110, { from: at(first, 0), to: null });
  await closeAt(addDays(first, 1));

  const { tiers, regularAmount, asins } = await costOn(first);

  expect(tiers).toEqual([
    { kind: 'base', fromAsin: 1, upTo: 20, asins: 20, rate: 33.3, amount: 33.3 },
    { kind: 'tier', fromAsin: 21, upTo: 100, asins: 80, rate: 1.6, amount: 128 },
    { kind: 'tier', fromAsin: 101, upTo: 500, asins: 10, rate: 1.4, amount: 14 },
  ]);
  expect(tiers.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(regularAmount, 5);
  expect(asins).toHaveLength(110);
});

test('the forecast extends the last day to the 30 days of the period', async () => {
  await track(21, { from: at(first, 0), to: null });
  await closeAt(addDays(first, 10));

  const { period } = await breakdownOf({});

  expect(period).toEqual({
    from: first,
    to: addDays(first, 29),
    isTrial: false,
    closedDays: 10,
    daysLeft: 20,
    servedDaysLeft: 20,
    toDateAmount: 349,
    forecastAmount: 698,
    correctionsAmount: 0,
    carriedAmount: 0,
    nextBillAmount: 1047,
    nextBillOn: addDays(first, 30),
    asins: 21,
  });
});

test('without ASINs 30 days cost 9.99 USD', async () => {
  const { period } = await breakdownOf({});

  expect(period).toMatchObject({ isTrial: true, nextBillAmount: 999 });
  expect(await owner.call(estimate, {})).toEqual({ subscriptionFee: 999, purchaseFee: 0, reportTo: null });
});

test('a preview tells what twelve more ASINs cost a day', async () => {
  await track(20, { from: at(first, 0), to: null });

  expect(await owner.call(costPreview, { query: { addedAsins: 12 } })).toMatchObject({
    asins: 20,
    nextAsins: 32,
    dayAmount: 33.3,
    nextDayAmount: 52.5,
  });
});

test('the range is the last days, or both dates of a custom one', async () => {
  await closeAt(addDays(first, 10));

  expect((await breakdownOf({ lastDays: 7 })).dailyCostBreakdowns.map(({ timestamp }) => timestamp)).toEqual(
    Array.from({ length: 7 }, (_, no) => startOfDay(addDays(first, 9 - no)).getTime() / 1000),
  );
  expect((await breakdownOf({})).dailyCostBreakdowns).toHaveLength(30);
});

test.each([
  [{ from: '2026-10-02' }, 'Please select start and end date'],
  [{ from: '2026-10-02', to: '2026-10-01' }, 'The end date is before the start date. Please select another one'],
  [{ from: '2010-10-02', to: '2026-10-01' }, 'Please select at most 3660 days'],
  [{ from: '2026-02-30', to: '2026-03-01' }, /There is no such day/],
  [{ lastDays: 0 }, /lastDays/],
])('the range %j is refused', async (query, message) => {
  const refused = await owner.send(dailyCostBreakdown, { query });

  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ message: string }>().message).toMatch(message);
});

test('days that were missed while no worker ran are closed one after another, each once', async () => {
  await track(5, { from: at(first, -20), to: null });
  const through = addDays(first, 3);
  api.clock.advance(startOfDay(addDays(through, 1)).getTime() + 2 * hourMs - api.clock.now().getTime());
  const turns = { db: api.worker, clock: api.clock };
  while ((await Promise.all([closeDays(turns), closeDays(turns)])).includes(true));

  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ days: number; first: Day; last: Day }>`
      select count(*)::int as days, min(day) as first, max(day) as last
        from usage_days
       where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  expect(rows[0]?.last).toBe(through);
  const signedUpOn = addDays(first, -trialDays - 1);
  expect(rows[0]?.first).toBe(signedUpOn);
  expect(rows[0]?.days).toBe((startOfDay(through).getTime() - startOfDay(signedUpOn).getTime()) / dayMs + 1);
});

test('a tenant whose price list is missing holds up nobody, and its days are closed once the list is there', async () => {
  const db = api.worker.global;
  const lost = { ...standardPackage, packageId: 'lost', description: 'Lost', rateCardId: 'coming' };
  await sql`insert into price_lists (rate_card_id) values ('coming')`.execute(db);
  await savePackage(db, { ...lost, changedAt: api.clock.now() });
  const stuck = await api.owner();
  await sql`update tenants set package_id = 'lost' where tenant_id = ${stuck.tenantId}`.execute(db);
  await closeTheRest();
  const closedThrough = async ({ tenantId }: Owner) => {
    const { rows } = await sql<{ day: Day }>`
      select closed_through as day
        from tenant_subscriptions
       where tenant_id = ${tenantId}`.execute(db);
    return rows[0]?.day;
  };
  expect(await closedThrough(owner)).toBe(first);
  expect(await closedThrough(stuck)).toBe(addDays(first, -trialDays - 2));

  await sql`
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    values ('coming', '2020-01-01', 400, 20, '[{ "upTo": null, "mills": 20 }]')`.execute(db);
  api.clock.advance(hourMs);
  await closeTheRest();
  expect(await closedThrough(stuck)).toBe(first);
});

test('a day whose charge is already stored keeps it and holds up nobody', async () => {
  const odd = await api.owner();
  const day = addDays(first, -trialDays - 1);
  await api.worker.tenant(odd.tenantId, (tx) =>
    sql`
      insert into usage_days (tenant_id, day, asins, is_trial, regular_mills, discount_percent, mills, closed_at)
      values (${odd.tenantId}, ${day}, 7, false, 333, 0, 333, ${api.clock.now()})`.execute(tx),
  );
  await closeTheRest();

  const { rows } = await sql<{ tenantId: string; closedThrough: Day; asins: number }>`
    select s.tenant_id as "tenantId",
           s.closed_through as "closedThrough",
           u.asins
      from tenant_subscriptions s
      join usage_days u
        on u.tenant_id = s.tenant_id
       and u.day = ${day}
     where s.tenant_id in (${owner.tenantId}, ${odd.tenantId})
     order by u.asins`.execute(api.worker.global);
  expect(rows).toEqual([
    { tenantId: owner.tenantId, closedThrough: first, asins: 0 },
    { tenantId: odd.tenantId, closedThrough: first, asins: 7 },
  ]);
});

/** Closes all days until `first` like a worker, which continues with other tenants when the turn of a tenant fails. */
async function closeTheRest(): Promise<void> {
  const end = startOfDay(addDays(first, 1)).getTime() + 2 * hourMs;
  api.clock.advance(Math.max(0, end - api.clock.now().getTime()));
  const turns = new TenantTurns(
    { clock: api.clock, random: systemRandom, log: pino({ level: 'silent' }) },
    'close days',
  );
  while (await closeDays({ db: api.worker, clock: api.clock }, turns));
}

test('only the owner may read costs', async () => {
  expect((await api.browser().send(dailyCostBreakdown, { query: {} })).statusCode).toBe(401);
});

test('after the trial an account without payment method has status 1', async () => {
  expect((await owner.call(paymentStatusCall, { query: {} })).paymentStatus).toBe(2);

  api.clock.advance((trialDays + 1) * dayMs);
  await logInAgain();

  expect((await owner.call(paymentStatusCall, { query: {} })).paymentStatus).toBe(1);
});
