import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

/** Days of UTC that are to be counted, one for each tenant. */
export interface CountedDay {
  readonly tenantId: string;
  readonly day: Day;
}

/** Half of a day: an ASIN or the service that was on for less does not count. */
const leastSeconds = 43_200;

const secondsOf = (times: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(extract(epoch from upper(u) - lower(u))), 0) from unnest(${times}) u)`;

/** Returns the condition on the column `tenant_id` of a table, which limits a statement to some tenants. */
type Restriction = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

const ofAll: Restriction = () => sql`true`;

/** The times of the service on each of the days as the relation `served`. Days without service are left out. */
const servedOn = (days: RawBuilder<unknown>, restrict: Restriction) => sql`
    select e.*, ${secondsOf(sql`e.times`)} as seconds
      from (select s.tenant_id, c.day, c.span, range_agg(tstzrange(s.served_from, s.served_to) * c.span) as times
              from (${days}) d
             cross join lateral (
                   select d.tenant_id, d.day,
                          tstzrange(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC') as span
                   ) c
              join service_periods s
                on s.tenant_id = c.tenant_id
               and tstzrange(s.served_from, s.served_to) && c.span
             where ${restrict(sql`s.tenant_id`)}
             group by s.tenant_id, c.day, c.span) e`;

/**
 * The ASINs of the tenant and day of a row of `served`. This is a correlated subquery, evaluated for each row, so that
 * the planner need not guess how many ASINs a tenant has. Several products with one ASIN in one marketplace (of several
 * seller accounts) count once, with the union of their times.
 */
const asinsOfServed = (restrict: Restriction) => sql`
    select k.marketplace, k.asin,
           bool_or(k.is_whole) as is_whole,
           -- Most ASINs are tracked all day. Only the others need the union of their times.
           range_agg(tstzrange(k.tracked_from, k.tracked_to) * served.span) filter (where not k.is_whole) as times
      from (select t.*,
                   t.tracked_from <= lower(served.span)
               and (t.tracked_to is null or t.tracked_to >= upper(served.span)) as is_whole
              from (select p.marketplace, p.asin, t.tracked_from, t.tracked_to
                      from tracking_periods t
                      join products p
                        on p.tenant_id = t.tenant_id
                       and p.product_id = t.product_id
                     where t.tenant_id = served.tenant_id
                       and ${restrict(sql`t.tenant_id`)}
                       and t.tracked_from < upper(served.span)
                       -- A former version could store that tracking ended before it began, which is no range.
                       and (t.tracked_to is null or t.tracked_to > greatest(t.tracked_from, lower(served.span)))
                     union all
                    select e.marketplace, e.asin, e.tracked_from, e.tracked_to
                      from ended_tracking e
                     where e.tenant_id = served.tenant_id
                       and ${restrict(sql`e.tenant_id`)}
                       and e.tracked_from < upper(served.span)
                       and e.tracked_to > greatest(e.tracked_from, lower(served.span))) t) k
     group by k.marketplace, k.asin`;

const secondsOfAsin = sql`case when a.is_whole then served.seconds else ${secondsOf(sql`a.times * served.times`)} end`;

interface DayCount extends CountedDay {
  /** Distinct ASINs that were tracked for at least half of the day. */
  readonly asins: number;
}

/** Counts the ASINs of days of many tenants. Days on which the service was off for more than half are left out. */
export async function countAsins(db: Executor, days: readonly CountedDay[]): Promise<readonly DayCount[]> {
  const counted = sql`
      select r.tenant_id, r.day
        from json_to_recordset(${json(days.map(({ tenantId, day }) => ({ tenant_id: tenantId, day })))}::json)
             as r (tenant_id uuid, day date)`;
  const { rows } = await sql<DayCount>`
    select served.tenant_id as "tenantId",
           served.day,
           (select count(*)::int
              from (${asinsOfServed(ofAll)}) a
             where ${secondsOfAsin} >= ${leastSeconds}) as asins
      from (${servedOn(counted, ofAll)}) served
     where served.seconds >= ${leastSeconds}`.execute(db);
  return rows;
}

interface AsinOfDay {
  readonly marketplace: string;
  readonly asin: string;
  readonly hours: number;
}

/** Returns the ASINs that a day's charge includes. */
export async function listAsins(tx: Tx, { tenantId, day }: CountedDay): Promise<readonly AsinOfDay[]> {
  // A cluster finds the node of the tenant by a constant for each table.
  const ofOwn: Restriction = (column) => sql`${column} = ${tenantId}`;
  const counted = sql`select ${tenantId}::uuid as tenant_id, ${day}::date as day`;
  const { rows } = await sql<AsinOfDay>`
    select a.marketplace, a.asin, round(a.seconds / 3600, 1)::float8 as hours
      from (${servedOn(counted, ofOwn)}) served
     cross join lateral (
           select a.marketplace, a.asin, ${secondsOfAsin} as seconds
             from (${asinsOfServed(ofOwn)}) a) a
     where a.seconds >= ${leastSeconds}
     order by a.marketplace, a.asin`.execute(tx);
  return rows;
}

/** Counts the ASINs that are tracked now. */
export async function countTrackedAsins(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ asins: number }>`
    select count(distinct (p.marketplace, p.asin))::int as asins
      from products p
     where p.tenant_id = ${tenantId}
       and p.is_tracked`.execute(tx);
  return rows[0]?.asins ?? 0;
}

export interface UsageDay {
  readonly day: Day;
  readonly asins: number;
  readonly isTrial: boolean;
  readonly rateCardId: string | null;
  readonly rateCardFrom: Day | null;
  readonly regularMills: number;
  readonly discountPercent: number;
  readonly mills: number;
}

/** Returns the closed days from `from` to `to`, both included, oldest first. */
export async function listUsageDays(
  tx: Tx,
  tenantId: string,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<readonly UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    select u.day,
           u.asins,
           u.is_trial as "isTrial",
           u.rate_card_id as "rateCardId",
           u.rate_card_from as "rateCardFrom",
           u.regular_mills::float8 as "regularMills",
           u.discount_percent as "discountPercent",
           u.mills::float8 as mills
      from usage_days u
     where u.tenant_id = ${tenantId}
       and u.day between ${from} and ${to}
     order by u.day`.execute(tx);
  return rows;
}
