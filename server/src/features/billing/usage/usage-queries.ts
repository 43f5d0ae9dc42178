import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@app/shared/domain/billing/day.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

/** Days of UTC that are to be counted, one for each tenant. */
export interface CountedDay {
  readonly tenantId: string;
  readonly day: Day;
}

/**
 * The ASINs of days with the time for which each was tracked while the service was on, as the relation `asins`. Several
 * products with one ASIN in one marketplace (of several seller accounts) count once, with the union of their times.
 */
const asinsOf = (counted: RawBuilder<unknown>) => sql`
    with counted as (${counted}),
    service as (
      select c.tenant_id, c.day, range_agg(tstzrange(s.served_from, s.served_to) * c.span) as served
        from counted c
        join service_periods s
          on s.tenant_id = c.tenant_id
         and tstzrange(s.served_from, s.served_to) && c.span
       group by c.tenant_id, c.day
    ),
    on_service as (
      select e.tenant_id, e.day, e.served,
             (select sum(extract(epoch from upper(u) - lower(u))) from unnest(e.served) u) as seconds
        from service e
    ),
    tracked as (
      select c.tenant_id, c.day, c.span, p.marketplace, p.asin, t.tracked_from, t.tracked_to
        from counted c
        join tracking_periods t
          on t.tenant_id = c.tenant_id
         and t.tracked_from < upper(c.span)
         and (t.tracked_to is null or t.tracked_to > lower(c.span))
        join products p
          on p.tenant_id = t.tenant_id
         and p.product_id = t.product_id
       union all
      select c.tenant_id, c.day, c.span, e.marketplace, e.asin, e.tracked_from, e.tracked_to
        from counted c
        join ended_tracking e
          on e.tenant_id = c.tenant_id
         and e.tracked_from < upper(c.span)
         and e.tracked_to > lower(c.span)
    ),
    by_asin as (
      select k.tenant_id, k.day, k.marketplace, k.asin,
             bool_or(k.is_whole) as is_whole,
             -- Most ASINs are tracked all day. Only the others need the union of their times.
             range_agg(tstzrange(k.tracked_from, k.tracked_to) * k.span) filter (where not k.is_whole) as parts
        from (select t.*,
                     t.tracked_from <= lower(t.span)
                 and (t.tracked_to is null or t.tracked_to >= upper(t.span)) as is_whole
                from tracked t) k
       group by k.tenant_id, k.day, k.marketplace, k.asin
    ),
    asins as (
      select b.tenant_id, b.day, b.marketplace, b.asin,
             case when b.is_whole then o.seconds
                  else coalesce((select sum(extract(epoch from upper(u) - lower(u)))
                                   from unnest(b.parts * o.served) u), 0)
             end as seconds
        from by_asin b
        join on_service o
          on o.tenant_id = b.tenant_id
         and o.day = b.day
    )`;

const spanOf = (day: RawBuilder<unknown>) =>
  sql`tstzrange(${day}::timestamp at time zone 'UTC', (${day} + 1)::timestamp at time zone 'UTC')`;

export interface DayCount extends CountedDay {
  /** Distinct ASINs that were tracked for at least half of the day. */
  readonly asins: number;
}

/** Half of a day: an ASIN or the service that was on for less does not count. */
const leastSeconds = 43_200;

/** Counts the ASINs of one day for each of many tenants. Tenants whose service was off that day are left out. */
export async function countAsins(db: Executor, days: readonly CountedDay[]): Promise<readonly DayCount[]> {
  const counted = sql`
      select r.tenant_id, r.day, ${spanOf(sql`r.day`)} as span
        from json_to_recordset(${json(days.map(({ tenantId, day }) => ({ tenant_id: tenantId, day })))}::json)
             as r (tenant_id uuid, day date)`;
  const { rows } = await sql<DayCount>`
    ${asinsOf(counted)}
    select o.tenant_id as "tenantId",
           o.day,
           count(a.asin)::int as asins
      from on_service o
      left join asins a
        on a.tenant_id = o.tenant_id
       and a.day = o.day
       and a.seconds >= ${leastSeconds}
     where o.seconds >= ${leastSeconds}
     group by o.tenant_id, o.day
     order by o.tenant_id`.execute(db);
  return rows;
}

export interface AsinOfDay {
  readonly marketplace: string;
  readonly asin: string;
  readonly hours: number;
}

/** Returns the ASINs that a day's charge includes. */
export async function listAsins(tx: Tx, { tenantId, day }: CountedDay): Promise<readonly AsinOfDay[]> {
  const counted = sql`select ${tenantId}::uuid as tenant_id, ${day}::date as day, ${spanOf(sql`${day}::date`)} as span`;
  const { rows } = await sql<AsinOfDay>`
    ${asinsOf(counted)}
    select a.marketplace, a.asin, round(a.seconds / 3600, 1)::float8 as hours
      from asins a
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
