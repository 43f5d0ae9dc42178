import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import {
  cancelSubscription,
  dailyCostBreakdown,
  paymentStatusCall,
  resumeSubscription,
} from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { checkDays } from '../usage/check-days.ts';
import { closeDays } from '../usage/close-days.ts';
import { getSubscription, restartPeriod, switchService } from './subscription-queries.ts';

const billing = await billingApi();
const { api } = billing;

let owner: Owner;
/** The first charged day, and the first day after its period. */
let first: Day;
let after: Day;

beforeEach(async () => {
  await billing.forgetTenants();
  owner = await api.owner();
  first = addDays(dayOf(api.clock.now()), 31);
  after = addDays(first, 30);
});

const setClock = (day: Day, hour: number) => api.clock.set(new Date(startOfDay(day).getTime() + hour * hourMs));

async function chargedDays(): Promise<readonly Day[]> {
  await billing.logInAgain(owner);
  const query = { from: first, to: addDays(after, 5) };
  const { dailyCostBreakdowns } = await owner.call(dailyCostBreakdown, { query });
  return dailyCostBreakdowns.map(({ timestamp }) => dayOf(new Date(timestamp * 1000)));
}

async function cancelInFirstPeriod(): Promise<void> {
  await billing.giveCard(owner);
  await billing.workUntil(addDays(first, 5), 10);
  await billing.logInAgain(owner);
  await owner.call(cancelSubscription, {});
  await billing.workUntil(addDays(after, -1), 10);
}

test('workers that were away when a cancelled subscription ended charge nothing after its end', async () => {
  await cancelInFirstPeriod();
  setClock(after, 13);
  await billing.work();
  await billing.workUntil(addDays(after, 3));

  expect((await chargedDays())[0]).toBe(addDays(after, -1));
});

test('workers that were away when a trial ended without a payment method charge nothing after its end', async () => {
  await billing.workUntil(addDays(first, -2), 10);
  setClock(first, 13);
  await billing.work();
  await billing.workUntil(addDays(first, 3));

  expect(await chargedDays()).toEqual([]);
});

test('a day that was closed before the end of the service was noticed is taken back', async () => {
  await cancelInFirstPeriod();
  setClock(addDays(after, 1), 5);
  while (await closeDays({ db: api.worker, clock: api.clock }));
  await billing.work();
  const checking = { db: api.worker, clock: api.clock, log: pino({ level: 'silent' }) };
  for (const day of [1, 2]) {
    setClock(addDays(after, day), 6);
    await billing.work();
    while (await checkDays(checking));
  }

  const { rows } = await sql`
    select c.day, c.mills::int as mills, c.reason
      from corrections c
     where c.tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([{ day: after, mills: -333, reason: `Correction of ${after}: the service was off` }]);
});

test('a subscription that is resumed before the day before is closed begins a new period', async () => {
  await cancelInFirstPeriod();
  await billing.workUntil(addDays(after, 4));
  const today = addDays(after, 5);
  setClock(today, 1);
  await billing.work();
  await billing.logInAgain(owner);

  await owner.call(resumeSubscription, {});
  await billing.workUntil(addDays(today, 2));

  await billing.logInAgain(owner);
  expect((await owner.call(paymentStatusCall, { query: {} })).period).toEqual({ from: today, to: addDays(today, 29) });
  expect((await chargedDays()).filter((day) => day >= after)).toEqual([today]);
});

test('a service that was on on a day that is not closed yet comes back within its period', async () => {
  await billing.giveCard(owner);
  await billing.workUntil(addDays(first, 5), 10);
  const { tenantId } = owner;
  const today = addDays(first, 6);

  const { periodFrom, closedThrough } = await api.worker.tenant(tenantId, async (tx) => {
    await switchService(tx, tenantId, { isServed: false, at: new Date(startOfDay(today).getTime() - hourMs) });
    await switchService(tx, tenantId, { isServed: true, at: new Date(startOfDay(today).getTime() + hourMs) });
    // The days before it cost nothing, so that only the day that is not closed keeps the period.
    await sql`update usage_days set mills = 0 where tenant_id = ${tenantId}`.execute(tx);
    await restartPeriod(tx, tenantId, today);
    return getSubscription(tx, tenantId);
  });

  expect({ periodFrom, closedThrough }).toEqual({ periodFrom: first, closedThrough: addDays(today, -2) });
});
