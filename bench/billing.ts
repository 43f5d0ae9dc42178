import { sql } from 'kysely';
import { hourMs } from '@app/shared/base/time.ts';
import { startOfDay } from '@app/shared/base/calendar-day.ts';
import { withClient } from '../scripts/postgres/database.ts';
import { withTemporaryDatabase } from '../scripts/postgres/temporary-database.ts';
import { makeInvoices } from '../server/src/features/billing/invoices/make-invoices.ts';
import { closeDays } from '../server/src/features/billing/usage/close-days.ts';
import { openDb, type Db } from '../server/src/lib/db/db.ts';
import { dbLimits } from '../server/src/lib/db/limits.ts';
import { systemRandom } from '../server/src/lib/random.ts';
import { testClock } from '../server/testing/clock.ts';
import { seedBilling } from './lib/billing/seed-billing.ts';
import { cpuSeconds } from './lib/cpu.ts';
import { say, spread } from './lib/figures.ts';

interface BillingBench {
  readonly tenants: number;
  readonly asinsPerTenant: number;
  readonly runs: number;
  readonly print: (line: string) => void;
}

const day = '2026-06-14';

/**
 * Closes a day and makes the invoices of all tenants. Both together are compared with one aggregate over the same rows
 * in the same run. For each tenant the aggregate counts the distinct ASINs that were tracked on the day, and adds up
 * the days of its invoice.
 */
export async function benchBilling({ tenants, asinsPerTenant, runs, print }: BillingBench): Promise<void> {
  await withTemporaryDatabase(async ({ ownerUrl, workerUrl, postgres }) => {
    await withClient(workerUrl, (client) => seedBilling(client, { tenants, asinsPerTenant, day }));
    await withClient(ownerUrl, async (client) => void (await client.query('vacuum analyze')));
    const db = openDb({ url: workerUrl, maxConnections: 4, limits: dbLimits.worker, onIdleError: () => undefined });
    const ctx = { db, clock: testClock(new Date(startOfDay(day).getTime() + 27 * hourMs)), random: systemRandom };
    const measure = (work: () => Promise<void>) => measureWork(postgres?.pid ?? 0, work);
    const took: Took[] = [];
    for (let run = 0; run < runs; run += 1) {
      if (run > 0) await reopen(db);
      const closing = await measure(() => untilDone(() => closeDays(ctx)));
      const aggregate = await measure(() => aggregateAll(db));
      const invoicing = await measure(() => untilDone(() => makeInvoices(ctx)));
      took.push({ closing, aggregate, invoicing });
      await expectAllBilled(db, tenants);
    }
    await db.close();
    report(took, { tenants, asins: tenants * asinsPerTenant, print });
  });
}

interface Took {
  readonly closing: Work;
  readonly aggregate: Work;
  readonly invoicing: Work;
}

interface Work {
  readonly seconds: number;
  /**
   * CPU time of this process and of PostgreSQL. Other processes on the machine influence it less than the elapsed time.
   */
  readonly cpuSeconds: number;
}

async function measureWork(postgresPid: number, work: () => Promise<void>): Promise<Work> {
  const cpu = () => cpuSeconds([postgresPid]) + process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
  const before = cpu();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  return { seconds, cpuSeconds: cpu() - before };
}

function report(
  took: readonly Took[],
  { tenants, asins, print }: Pick<BillingBench, 'tenants' | 'print'> & { readonly asins: number },
): void {
  const each = (figure: (of: Took) => number, digits?: number) => spread(took.map(figure), digits);
  print(`closing a day of ${tenants} tenants with ${asins} ASINs: ${each(({ closing }) => closing.seconds, 1)} s`);
  print(`${tenants} invoices of 30 days: ${each(({ invoicing }) => invoicing.seconds, 1)} s`);
  print(`one aggregate over the same rows: ${each(({ aggregate }) => aggregate.seconds, 1)} s`);
  const ratio = (unit: keyof Work) =>
    each(({ closing, invoicing, aggregate }) => (closing[unit] + invoicing[unit]) / aggregate[unit]);
  print(`bench:billing: ${ratio('seconds')} × the aggregate (goal ≤ 3), ${ratio('cpuSeconds')} × its CPU time`);
}

async function untilDone(turn: () => Promise<boolean>): Promise<void> {
  while (await turn());
}

async function aggregateAll({ global }: Db): Promise<void> {
  await sql`
    select sum(c.asins), sum(d.mills)
      from (select t.tenant_id, count(distinct (p.marketplace, p.asin)) as asins
              from tracking_periods t
              join products p
                on p.tenant_id = t.tenant_id
               and p.product_id = t.product_id
             where t.tracked_from < ${day}::date + 1
               and (t.tracked_to is null or t.tracked_to > ${day})
             group by t.tenant_id) c
      join (select u.tenant_id, sum(u.mills) as mills
              from usage_days u
             where u.day between ${day}::date - 29 and ${day}
             group by u.tenant_id) d
        on d.tenant_id = c.tenant_id`.execute(global);
}

async function expectAllBilled({ global }: Db, tenants: number): Promise<void> {
  const { rows } = await sql<{ invoices: number; days: number }>`
    select (select count(*)::int from invoices) as invoices,
           (select count(*)::int from usage_days u where u.day = ${day}) as days`.execute(global);
  const [row] = rows;
  if (row?.invoices !== tenants || row.days !== tenants) throw new Error(`Not all is billed: ${JSON.stringify(row)}`);
}

/** Deletes the closed day and its invoices, so that another run can close the day again. */
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
