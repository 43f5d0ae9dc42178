import { sql } from 'kysely';
import { mostUnits } from '@app/shared/base/units.ts';
import type { AdsReportRow, AdsReportType } from '../../external/advertising/ads-reports.ts';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';
import { spendDays } from './organic-queries.ts';
import type { AccountKey } from './profile-queries.ts';

interface ReadReport {
  readonly type: AdsReportType;
  readonly marketplace: string;
  readonly from: string;
  readonly to: string;
  readonly rows: readonly AdsReportRow[];
  readonly readAt: Date;
}

/** A larger cost of a day is not believed, so that a damaged number does not overflow the column. */
const mostCents = 1_000_000_000_00;

/**
 * Replaces the stored numbers of the days that the report covers. Rows about products without a listing are skipped.
 * Each day is written by its own statement, so that a large report is written in batches.
 */
export async function writeReport(tx: Tx, key: AccountKey, report: ReadReport): Promise<void> {
  await clearDays(tx, key, report);
  for (const ofDay of Map.groupBy(report.rows, ({ date }) => date).values()) {
    const [first] = ofDay;
    if (first && first.date >= report.from && first.date <= report.to) await writeDay(tx, key, { report, rows: ofDay });
  }
  await noteReported(tx, key, report);
}

async function clearDays(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  { type, marketplace, from, to }: ReadReport,
): Promise<void> {
  const empty =
    type === 'spAdvertisedProduct'
      ? sql`same_units = 0, same_orders = 0, cost_cents = 0`
      : sql`other_units = 0, other_orders = 0`;
  await sql`
    update advertising_days d
       set ${empty}
      from products p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
       and p.marketplace = ${marketplace}
       and d.tenant_id = ${tenantId}
       and d.product_id = p.product_id
       and d.day between ${from}::date and ${to}::date`.execute(tx);
}

async function writeDay(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  { report, rows }: { readonly report: ReadReport; readonly rows: readonly AdsReportRow[] },
): Promise<void> {
  const [units, orders] =
    report.type === 'spAdvertisedProduct'
      ? [sql.ref('same_units'), sql.ref('same_orders')]
      : [sql.ref('other_units'), sql.ref('other_orders')];
  const cost = report.type === 'spAdvertisedProduct' ? sql`excluded.cost_cents` : sql`advertising_days.cost_cents`;
  await sql`
    with told as (
      select r.asin,
             r.date,
             least(sum(r.units), ${mostUnits})::int as units,
             least(sum(r.orders), ${mostUnits})::int as orders,
             least(sum(coalesce(r."costCents", 0)), ${mostCents})::bigint as cost_cents
        from jsonb_to_recordset(${json(rows)}::jsonb) as r (
               asin text, date date, units bigint, orders bigint, "costCents" numeric
             )
       group by r.asin, r.date
    )
    insert into advertising_days (tenant_id, product_id, day, ${units}, ${orders}, cost_cents)
    select ${tenantId}, p.product_id, t.date, t.units, t.orders, t.cost_cents
      from told t
      join products p
        on p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
       and p.marketplace = ${report.marketplace}
       and p.asin = t.asin
     where t.units > 0
        or t.orders > 0
        or t.cost_cents > 0
     order by p.product_id
        on conflict (tenant_id, product_id, day) do update
       set ${units} = excluded.${units},
           ${orders} = excluded.${orders},
           cost_cents = ${cost}`.execute(tx);
}

async function noteReported(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  { type, marketplace, from, to, readAt }: ReadReport,
): Promise<void> {
  const column = sql.ref(type === 'spAdvertisedProduct' ? 'advertised_read_at' : 'purchased_read_at');
  await sql`
    insert into advertising_reported_days (tenant_id, seller_account_id, marketplace, day, ${column})
    select ${tenantId}, ${sellerAccountId}, ${marketplace}, d::date, ${readAt}
      from generate_series(${from}::date, ${to}::date, interval '1 day') d
        on conflict (tenant_id, seller_account_id, marketplace, day) do update
       set ${column} = excluded.${column}`.execute(tx);
}

interface ReportedProducts extends Pick<ReadReport, 'marketplace' | 'from'> {
  /** The ASINs that the report names. */
  readonly asins: readonly string[];
}

/**
 * Locks the tracked products whose sales or costs a report may change, in the order in which judging does. These are
 * the products that the report names, that were sold since its first day, or that were advertised since the days before
 * over which costs are averaged; in a marketplace without reports they are all products. Returns their ids.
 */
export async function lockReported(
  tx: Tx,
  { tenantId, sellerAccountId }: AccountKey,
  { marketplace, from, asins }: ReportedProducts,
): Promise<readonly string[]> {
  const { rows } = await sql<{ productId: string }>`
    select p.product_id as "productId"
      from products p
     where p.tenant_id = ${tenantId}
       and p.seller_account_id = ${sellerAccountId}
       and p.marketplace = ${marketplace}
       and p.is_tracked
       and (p.asin = any (${asins})
         or exists (
              select 1
                from sales_days s
               where s.tenant_id = ${tenantId}
                 and s.product_id = p.product_id
                 and s.day >= ${from}::date
            )
         or exists (
              select 1
                from advertising_days d
               where d.tenant_id = ${tenantId}
                 and d.product_id = p.product_id
                 and d.day >= ${from}::date - ${spendDays}::int
            )
         or not exists (
              select 1
                from advertising_reported_days r
               where r.tenant_id = ${tenantId}
                 and r.seller_account_id = ${sellerAccountId}
                 and r.marketplace = ${marketplace}
                 and r.advertised_read_at is not null
                 and r.purchased_read_at is not null
            ))
     order by p.product_id
       for no key update`.execute(tx);
  return rows.map(({ productId }) => productId);
}

/** Deletes the notes about reports of old days, of all tenants. */
export async function forgetReportedDays(db: Executor, before: Date): Promise<void> {
  await sql`delete from advertising_reported_days where day < ${before}::timestamptz::date`.execute(db);
}
