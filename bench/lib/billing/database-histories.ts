import { sql } from 'kysely';
import { naiveLedger, type BillingHistory, type NaiveLedger } from '@app/shared/testing/billing/naive-ledger.ts';
import { startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import { insertCorrection } from '../../../server/src/features/billing/invoices/correction-queries.ts';
import { makeInvoices } from '../../../server/src/features/billing/invoices/make-invoices.ts';
import { insertDiscount } from '../../../server/src/features/billing/standing/discount-queries.ts';
import { restartPeriod, setFrequencyOf, switchService } from '../../../server/src/features/billing/standing/subscription-queries.ts'; // prettier-ignore
import { checkDays } from '../../../server/src/features/billing/usage/check-days.ts';
import { closeDays } from '../../../server/src/features/billing/usage/close-days.ts';
import { json, type Db, type Executor } from '../../../server/src/lib/db/db.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { systemRandom } from '../../../server/src/lib/random.ts';
import { testClock, type TestClock } from '../../../server/testing/clock.ts';
import { compareLedgers, dayNo, firstDay } from './pure-ledger.ts';
import { randomCard, randomCards, randomTerms } from './random-history.ts';
import { countMinutes, randomPauses, randomTracking, type TrackedProduct } from './random-tracking.ts';
import type { HistoriesOutcome } from './run-pure.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
/** The minute of the day at which the billing jobs run and close the previous days. */
const workMinute = 180;

interface Tenant {
  readonly tenantId: string;
  readonly history: BillingHistory;
  readonly products: readonly TrackedProduct[];
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

interface Run {
  readonly db: Db;
  readonly clock: TestClock;
  readonly days: number;
  readonly tenants: readonly Tenant[];
}

const at = (minutes: number): Date => new Date(startOfDay(firstDay).getTime() + minutes * minuteMs);

/**
 * Runs random histories of tenants side by side in a database, day by day through the jobs that close days, check them
 * and make invoices, and compares each tenant's ledger with the naive one.
 */
export async function runDatabaseHistories(
  db: Db,
  { histories, days, seed }: { readonly histories: number; readonly days: number; readonly seed: string },
): Promise<HistoriesOutcome> {
  const random = createRandom(seed);
  const pool = Array.from({ length: 10 }, () => randomCard(random));
  const tenants = Array.from({ length: histories }, () => randomTenant(random, pool, days));
  const run: Run = { db, clock: testClock(at(0)), days, tenants };
  await insertTenants(run, seed);
  for (let day = 0; day < days; day += 1) await liveThrough(run, day);
  const ledgers = await readLedgers(db.global, run);
  return compareAll(ledgers, run, seed);
}

function randomTenant(random: Random, pool: Parameters<typeof randomCards>[1], days: number): Tenant {
  const terms = randomTerms(random, days);
  const products = randomTracking(random, days);
  const pauses = randomPauses(random, days);
  const lateFrom = random.int(0, days - 1);
  const knownOn = Math.min(days - 1, lateFrom + random.int(1, 20));
  const late = {
    knownOn,
    from: lateFrom,
    to: Math.min(knownOn - 1, lateFrom + random.int(0, 5)),
    asins: random.int(1, 30),
  };
  const returns = pauses.filter(endsAfterClosedDays).map(({ to }) => Math.floor(to / dayMinutes));
  const history = {
    ...terms,
    asins: countMinutes(products, pauses, days),
    cards: randomCards(random, pool, days),
    returns,
    late: random.chance(0.3) && late.from <= late.to ? [late] : [],
  };
  return { tenantId: crypto.randomUUID(), history, products, pauses };
}

/** True if the day before the end of the pause is closed by then, or had no service. */
const endsAfterClosedDays = ({ from, to }: Tenant['pauses'][number]): boolean =>
  to % dayMinutes > workMinute || from <= (Math.floor(to / dayMinutes) - 1) * dayMinutes;

/** Plays the events of one day, up to the next morning, when the billing jobs close the day. */
async function liveThrough({ db, clock, tenants, days }: Run, day: number): Promise<void> {
  const morning = (day + 1) * dayMinutes + workMinute;
  const nextDay = day + 1;
  const flips = tenants.flatMap(({ tenantId, pauses }) =>
    pauses.flatMap(({ from, to }) => [
      { tenantId, minute: from, isServed: false },
      { tenantId, minute: to, isServed: true },
    ]),
  );
  const due = flips.filter(({ minute }) => (day === 0 || minute > morning - dayMinutes) && minute <= morning);
  for (const { tenantId, minute, isServed } of due.toSorted((a, b) => a.minute - b.minute)) {
    await db.tenant(tenantId, async (tx) => {
      await switchService(tx, tenantId, { isServed, at: at(minute) });
      if (isServed) await restartPeriod(tx, tenantId, dayNo(Math.floor(minute / dayMinutes)));
    });
  }
  for (const { tenantId, history } of tenants) {
    const corrections = history.corrections.filter((one) => one.day === day);
    const changes = history.frequencies.filter(({ from }) => from === day);
    if (corrections.length + changes.length === 0) continue;
    await db.tenant(tenantId, async (tx) => {
      for (const { mills } of corrections)
        await insertCorrection(tx, {
          tenantId,
          kind: 'credit',
          day: null,
          mills,
          reason: 'Credit',
          createdAt: at(morning),
        });
      for (const { isDaily } of changes) await setFrequencyOf(tx, tenantId, isDaily ? 'daily' : 'monthly');
    });
  }
  clock.set(at(morning));
  // Two workers run the jobs at the same time, and still each day must be closed and billed once.
  const working = { db, clock, random: systemRandom, log: createLog('silent') };
  while ((await Promise.all([closeDays(working), closeDays(working)])).includes(true));
  while ((await Promise.all([makeInvoices(working), makeInvoices(working)])).includes(true));
  const late = tenants.filter(({ history }) => history.late.some(({ knownOn }) => knownOn === nextDay));
  if (late.length === 0 || nextDay === days) return;
  await insertLateTracking(db.global, late);
  clock.set(at(morning + 240));
  while (await checkDays(working));
}

async function insertTenants({ db, tenants, days }: Run, seed: string): Promise<void> {
  const cards = tenants.flatMap(({ tenantId, history }) =>
    history.cards.map(({ from, card }) => ({
      id: tenantId,
      valid_from: dayNo(from),
      base_mills: card.baseMills,
      base_asins: card.baseAsins,
      tiers: card.tiers,
    })),
  );
  await sql`
    insert into price_lists (rate_card_id)
    select unnest(${tenants.map(({ tenantId }) => tenantId)}::text[])`.execute(db.global);
  await sql`
    insert into rate_cards (rate_card_id, valid_from, base_mills, base_asins, tiers)
    select r.id, r.valid_from, r.base_mills, r.base_asins, r.tiers
      from json_to_recordset(${json(cards)}::json)
           as r (id text, valid_from date, base_mills integer, base_asins integer, tiers jsonb)`.execute(db.global);
  const rows = tenants.map(({ tenantId, history }) => {
    const { package: fees, chargedFrom } = history;
    return {
      tenant_id: tenantId,
      plan: fees ? 'package' : 'daily',
      base_fee: fees?.baseFeeCents ?? 0,
      addon_fee: fees?.addonFeeCents ?? 0,
      addons: fees?.addons ?? 0,
      daily_from: fees?.dailyFrom == null ? null : dayNo(fees.dailyFrom),
      // The trial ends in the middle of the last free day, so the rest of that day is free too.
      trial_ends_at: chargedFrom === 0 ? at(0) : at(chargedFrom * dayMinutes - 700),
      period_from: dayNo(chargedFrom),
    };
  });
  const given = sql`
      select r.*
        from json_to_recordset(${json(rows)}::json) as r (
             tenant_id uuid, plan text, base_fee integer, addon_fee integer, addons integer, daily_from date,
             trial_ends_at timestamptz, period_from date)`;
  const firstMinute: Day = at(0).toISOString();
  await sql`
    with given as (${given}),
    sold as (
      insert into packages (
        package_id, description, plan, base_subscription_fee_cents, addon_subscription_fee_cents, discount,
        discount_duration_in_months, wait_minutes, trial_fee_cents, trial_minutes, changed_at, rate_card_id
      )
      select g.tenant_id, ${seed}, g.plan, g.base_fee, g.addon_fee, 0, 0, 0, 0, 0, ${firstMinute}, g.tenant_id
        from given g
    ),
    made as (
      insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at, package_id)
      select g.tenant_id, ${seed}, 'brand', 'e', g.trial_ends_at, ${firstMinute}, g.tenant_id
        from given g
    ),
    subscribed as (
      insert into tenant_subscriptions (
        tenant_id, addon_count, daily_from, period_from, closed_through, billed_through
      )
      select g.tenant_id, g.addons, g.daily_from, g.period_from, ${firstDay}::date - 1, g.period_from - 1
        from given g
    )
    insert into service_periods (tenant_id, served_from)
    select g.tenant_id, ${firstMinute}
      from given g`.execute(db.global);
  for (const { tenantId, history } of tenants) {
    if (history.discounts.length === 0) continue;
    await db.tenant(tenantId, async (tx) => {
      for (const { percent, from, to } of history.discounts) {
        const range = { from: dayNo(from), to: to === null ? null : dayNo(to) };
        await insertDiscount(tx, tenantId, { percent, ...range, origin: 'code', createdAt: at(0) });
      }
    });
  }
  await insertTracking(db.global, tenants, days);
}

async function insertTracking(db: Executor, tenants: readonly Tenant[], days: number): Promise<void> {
  await sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
    )
    select t.id, k.key || left(t.id::text, 8), 'NA', k.key, 'no token', '123456', ${at(0)}, ${at(0)}, 0
      from unnest(${tenants.map(({ tenantId }) => tenantId)}::uuid[]) t (id)
     cross join unnest(array['A', 'B']) k (key)`.execute(db);
  const times = tenants.flatMap(({ tenantId, products }) =>
    products.flatMap(({ account, marketplace, asin, isDeleted, times: all }, no) =>
      all.map(({ from, to }) => ({
        tenant_id: tenantId,
        account,
        marketplace,
        asin,
        is_deleted: isDeleted,
        product_no: no + 1,
        tracked_from: at(from),
        tracked_to: to === null ? null : at(to),
      })),
    ),
  );
  await sql`
    with given as materialized (
      select r.*
        from json_to_recordset(${json(times)}::json) as r (
             tenant_id uuid, account text, marketplace text, asin text, is_deleted boolean, product_no bigint,
             tracked_from timestamptz, tracked_to timestamptz)
    ),
    made as (
      insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
      select distinct g.tenant_id, s.seller_account_id, g.marketplace, g.asin, 'Lantern', true, true, 0, ${at(0)}::timestamptz
        from given g
        join seller_accounts s
          on s.tenant_id = g.tenant_id
         and s.name = g.account
       where not g.is_deleted
      returning tenant_id, product_id, seller_account_id, marketplace, asin
    ),
    tracked as (
      insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
      select g.tenant_id, m.product_id, g.tracked_from, g.tracked_to
        from given g
        join seller_accounts s
          on s.tenant_id = g.tenant_id
         and s.name = g.account
        join made m
          on m.tenant_id = g.tenant_id
         and m.seller_account_id = s.seller_account_id
         and m.marketplace = g.marketplace
         and m.asin = g.asin
       where not g.is_deleted
    )
    insert into ended_tracking (tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin)
    select g.tenant_id, -g.product_no, g.tracked_from, coalesce(g.tracked_to, ${at(days * dayMinutes)}), g.account, g.marketplace, g.asin
      from given g
     where g.is_deleted`.execute(db);
}

/** Inserts tracking that becomes known only after its days were closed. No other product has these ASINs. */
async function insertLateTracking(db: Executor, tenants: readonly Tenant[]): Promise<void> {
  const rows = tenants.flatMap(({ tenantId, history }) =>
    history.late.flatMap(({ from, to, asins }) =>
      Array.from({ length: asins }, (_, no) => ({
        tenant_id: tenantId,
        product_id: -1000 - no,
        asin: `BLATE${String(no).padStart(5, '0')}`,
        tracked_from: at(from * dayMinutes),
        tracked_to: at((to + 1) * dayMinutes),
      })),
    ),
  );
  await sql`
    insert into ended_tracking (tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin)
    select r.tenant_id, r.product_id, r.tracked_from, r.tracked_to, 'late', 'MX', r.asin
      from json_to_recordset(${json(rows)}::json) as r (
           tenant_id uuid, product_id bigint, asin text, tracked_from timestamptz, tracked_to timestamptz)`.execute(db);
}

interface StoredLedger {
  readonly tenantId: string;
  readonly carryMills: number;
  readonly days: readonly { readonly no: number; readonly mills: number }[];
  readonly invoices: readonly {
    readonly from: number;
    readonly to: number;
    readonly cents: number;
    readonly lineCents: number;
  }[];
}

async function readLedgers(db: Executor, { tenants }: Run): Promise<ReadonlyMap<string, StoredLedger>> {
  const first = sql`${firstDay}::date`;
  const { rows } = await sql<StoredLedger>`
    select s.tenant_id as "tenantId",
           s.carry_mills::float8 as "carryMills",
           coalesce((select json_agg(json_build_object('no', u.day - ${first}, 'mills', u.mills))
                       from usage_days u
                      where u.tenant_id = s.tenant_id), '[]') as days,
           coalesce((select json_agg(json_build_object(
                              'from', i.from_day - ${first}, 'to', i.to_day - ${first}, 'cents', i.total_cents,
                              'lineCents', (select sum((l ->> 'cents')::int) from jsonb_array_elements(i.lines) l))
                            order by i.number)
                       from invoices i
                      where i.tenant_id = s.tenant_id), '[]') as invoices
      from tenant_subscriptions s
     where s.tenant_id = any (${tenants.map(({ tenantId }) => tenantId)}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.tenantId, row]));
}

function compareAll(
  ledgers: ReadonlyMap<string, StoredLedger>,
  { tenants, days }: Run,
  seed: string,
): HistoriesOutcome {
  const differences: string[] = [];
  let [invoices, centsOff] = [0, 0];
  tenants.forEach(({ tenantId, history }, no) => {
    const stored = ledgers.get(tenantId);
    if (!stored) throw new Error('Every tenant has a subscription');
    const found = compareLedgers(ledgerOf(stored, days), naiveLedger(history));
    const fault = stored.invoices.find(({ cents, lineCents }) => cents !== lineCents);
    invoices += stored.invoices.length;
    centsOff += found.centsOff;
    const what = found.what ?? (fault ? `the lines of the invoice of ${fault.to} add up to ${fault.lineCents}` : null);
    if (what !== null) differences.push(`database history ${seed} ${no}: ${what}`);
  });
  return { histories: tenants.length, days: tenants.length * days, invoices, centsOff, differences };
}

function ledgerOf({ carryMills, days: rows, invoices }: StoredLedger, days: number): NaiveLedger {
  const charges = new Map(rows.map(({ no, mills }) => [no, mills]));
  return {
    mills: Array.from({ length: days }, (_, day) => charges.get(day) ?? null),
    invoices: invoices.map(({ from, to, cents }) => ({ from, to, cents })),
    carryMills,
  };
}
