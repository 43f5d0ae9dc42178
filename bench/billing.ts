import { sql } from 'kysely';
import { hourMs } from '@app/shared/base/time.ts';
import { startOfDay } from '@app/shared/domain/billing/day.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { makeInvoices } from '../server/src/features/billing/invoices/make-invoices.ts';
import { closeDays } from '../server/src/features/billing/usage/close-days.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { systemRandom } from '../server/src/lib/random.ts';
import { testClock } from '../server/testing/clock.ts';
import { seedBilling } from './lib/billing/seed-billing.ts';
import { say, spread } from './lib/figures.ts';

interface BillingBench {
  readonly tenants: number;
  readonly asinsPerTenant: number;
  readonly runs: number;
  readonly print: (line: string) => void;
}

const day = '2026-06-14';

/**
 * Closes a day and makes the invoices of all tenants. Each is compared with one aggregate over the same rows in the same
 * run: the distinct ASINs of each tenant, and the sum of the days of each.
 */
export async function benchBilling({ tenants, asinsPerTenant, runs, print }: BillingBench): Promise<void> {
  await withTemporaryDatabase(async ({ ownerUrl, workerUrl }) => {
    await withClient(workerUrl, (client) => seedBilling(client, { tenants, asinsPerTenant, day }));
    await withClient(ownerUrl, async (client) => void (await client.query('vacuum analyze')));
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    const ctx = { db, clock: testClock(new Date(startOfDay(day).getTime() + 27 * hourMs)), random: systemRandom };
    const took: Took[] = [];
    for (let run = 0; run < runs; run += 1) {
      if (run > 0) await reopen(db);
      took.push({
        counting: await secondsOf(() => countAll(db)),
        closing: await secondsOf(() => untilDone(() => closeDays(ctx))),
        adding: await secondsOf(() => addUp(db)),
        invoicing: await secondsOf(() => untilDone(() => makeInvoices(ctx))),
      });
      await expectAllBilled(db, tenants);
    }
    const ratios = (one: (of: Took) => number, other: (of: Took) => number) =>
      spread(took.map((of) => one(of) / other(of)));
    const seconds = (one: (of: Took) => number) => spread(took.map(one), 1);
    const asins = tenants * asinsPerTenant;
    print(
      `closing a day of ${tenants} tenants with ${asins} ASINs: ${seconds(({ closing }) => closing)} s, ` +
        `${ratios(
          ({ closing }) => closing,
          ({ counting }) => counting,
        )} × one aggregate over the same rows (goal ≤ 3)`,
    );
    print(
      `${tenants} invoices of 30 days: ${seconds(({ invoicing }) => invoicing)} s, ` +
        `one aggregate over the same days: ${seconds(({ adding }) => adding)} s`,
    );
    const whole = ratios(
      ({ closing, invoicing }) => closing + invoicing,
      ({ counting, adding }) => counting + adding,
    );
    print(`bench:billing: ${whole} × the aggregates`);
    await db.close();
  });
}

interface Took {
  readonly counting: number;
  readonly closing: number;
  readonly adding: number;
  readonly invoicing: number;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function untilDone(turn: () => Promise<boolean>): Promise<void> {
  while (await turn());
}

async function countAll({ global }: Db): Promise<void> {
  await sql`
    select sum(c.asins)
      from (select t.tenant_id, count(distinct (p.marketplace, p.asin)) as asins
              from tracking_periods t
              join products p
                on p.tenant_id = t.tenant_id
               and p.product_id = t.product_id
             where t.tracked_from < ${day}::date + 1
               and (t.tracked_to is null or t.tracked_to > ${day})
             group by t.tenant_id) c`.execute(global);
}

async function addUp({ global }: Db): Promise<void> {
  await sql`
    select sum(c.mills)
      from (select u.tenant_id, sum(u.mills) as mills
              from usage_days u
             where u.day between ${day}::date - 29 and ${day}
             group by u.tenant_id) c`.execute(global);
}

async function expectAllBilled({ global }: Db, tenants: number): Promise<void> {
  const { rows } = await sql<{ invoices: number; days: number }>`
    select (select count(*)::int from invoices) as invoices,
           (select count(*)::int from usage_days u where u.day = ${day}) as days`.execute(global);
  const [row] = rows;
  if (row?.invoices !== tenants || row.days !== tenants) throw new Error(`Not all is billed: ${JSON.stringify(row)}`);
}

/** Takes the day and its invoices back, for another run. */
async function reopen({ global }: Db): Promise<void> {
  await sql`delete from invoices`.execute(global);
  await sql`delete from usage_days where day = ${day}`.execute(global);
  await sql`
    update tenant_subscriptions
       set period_from = ${day}::date - 29,
           closed_through = ${day}::date - 1,
           billed_through = ${day}::date - 30,
           carry_mills = 0`.execute(global);
}

if (import.meta.main) {
  const [tenants = 10_000, asinsPerTenant = 100, runs = 3] = process.argv.slice(2).map(Number);
  await benchBilling({ tenants, asinsPerTenant, runs, print: say });
}
