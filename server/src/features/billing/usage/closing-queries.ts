import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { Discount } from '@app/shared/domain/billing/discount.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';
import { ofOne } from '../../../lib/db/of-one.ts';
import type { CountedDay, UsageDay } from './usage-queries.ts';

/** The facts from which the charge of a tenant's next open day is computed, besides its ASINs. */
export interface OpenDay extends CountedDay {
  readonly periodFrom: Day;
  readonly trialEndsAt: Date;
  readonly isExempt: boolean;
  readonly discounts: readonly Discount[];
  readonly pricing: Pricing;
}

/** How a tenant pays, as it is stored. */
export interface Pricing {
  readonly plan: 'daily' | 'package';
  /** The first day of pricing per ASIN in place of the package's plan. */
  readonly dailyFrom: Day | null;
  readonly rateCardId: string;
  /** The number of addons since the last change. */
  readonly addonCount: number;
  /** The numbers that held before the changes, the earliest first, as far as days are open for which they hold. */
  readonly formerAddonCounts: readonly FormerAddonCount[];
  readonly baseSubscriptionFeeCents: number;
  readonly addonSubscriptionFeeCents: number;
}

interface FormerAddonCount {
  /** The day of the change, before which the number held. */
  readonly until: Day;
  readonly count: number;
}

/**
 * The pricing of a tenant, by its id or the column that has it, as a JSON object; joins `s` (subscription) and `p`
 * (package, or null).
 */
export const pricingColumn = (tenantId: RawBuilder<unknown>) => sql`
           json_build_object(
             'plan', coalesce(p.plan, 'daily'),
             'dailyFrom', s.daily_from,
             'rateCardId', coalesce(p.rate_card_id, 'standard'),
             'addonCount', s.addon_count,
             'formerAddonCounts', coalesce((select json_agg(json_build_object('until', f.until_day, 'count', f.addon_count)
                                                            order by f.until_day)
                                              from former_addon_counts f
                                             where f.tenant_id = ${tenantId}
                                               and f.until_day > s.closed_through + 1), '[]'),
             'baseSubscriptionFeeCents', coalesce(p.base_subscription_fee_cents, 0),
             'addonSubscriptionFeeCents', coalesce(p.addon_subscription_fee_cents, 0)
           ) as pricing`;

/** The discounts of a tenant, by its id or the column that has it, as a JSON array. */
export const discountsColumn = (tenantId: RawBuilder<unknown>) => sql`
           coalesce((select json_agg(json_build_object('percent', d.percent, 'from', d.from_day, 'to', d.to_day))
                       from discounts d
                      where d.tenant_id = ${tenantId}), '[]') as discounts`;

interface OpenDaysPage {
  readonly through: Day;
  readonly most: number;
  /** The last row of the page before this one; `null` for the first page. */
  readonly after: CountedDay | null;
}

/** Returns the next day to close of tenants whose days up to `through` are not all closed, the oldest first. */
export async function listOpenDays(db: Executor, { through, most, after }: OpenDaysPage): Promise<readonly OpenDay[]> {
  const { rows } = await sql<OpenDay>`
    select s.tenant_id as "tenantId",
           s.closed_through + 1 as day,
           s.period_from as "periodFrom",
           t.trial_ends_at as "trialEndsAt",
           s.is_exempt as "isExempt",
           ${discountsColumn(sql`s.tenant_id`)},
           ${pricingColumn(sql`s.tenant_id`)}
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
      left join packages p
        on p.package_id = t.package_id
     where s.closed_through < ${through}
       and (${after?.tenantId ?? null}::uuid is null
            or (s.closed_through, s.tenant_id) > (${after?.day ?? null}::date - 1, ${after?.tenantId ?? null}::uuid))
     order by s.closed_through, s.tenant_id
     limit ${most}`.execute(db);
  return rows;
}

interface ClosedDay extends CountedDay, UsageDay {}

interface ClosedDays {
  /** The closed days; `usage` is null for one without service, which costs nothing and has no row. */
  readonly days: readonly (CountedDay & { readonly usage: UsageDay | null })[];
  readonly closedAt: Date;
}

/**
 * Stores closed days and returns how many were closed. A day that another process has closed stays unchanged. A charge
 * that is already stored stays too, so that it does not keep the days of the other tenants open. Uses two statements,
 * because a cluster would send the result of the first one to all nodes.
 */
export async function saveClosedDays(tx: Tx, { days, closedAt }: ClosedDays): Promise<number> {
  const tenantDays = days.map(({ tenantId, day }) => ({ tenantId, day }));
  const ids = days.map(({ tenantId }) => tenantId);
  const { rows } = await sql<Pick<CountedDay, 'tenantId'>>`
    update tenant_subscriptions s
       set closed_through = d.day
      from json_to_recordset(${json(tenantDays)}::json) as d ("tenantId" uuid, day date)
     where s.tenant_id = d."tenantId"
       and ${ofOne(sql`s.tenant_id`, ids)}
       and s.closed_through = d.day - 1
    returning s.tenant_id as "tenantId"`.execute(tx);
  const closed = new Set(rows.map(({ tenantId }) => tenantId));
  await saveCharges(
    tx,
    days.flatMap(({ tenantId, day, usage }) => (usage && closed.has(tenantId) ? [{ ...usage, tenantId, day }] : [])),
    closedAt,
  );
  return closed.size;
}

async function saveCharges(tx: Tx, charges: readonly ClosedDay[], closedAt: Date): Promise<void> {
  if (charges.length === 0) return;
  await sql`
    insert into usage_days (
      tenant_id, day, asins, is_trial, rate_card_id, rate_card_from, regular_mills, discount_percent, mills, closed_at
    )
    select c."tenantId", c.day, c.asins, c."isTrial", c."rateCardId", c."rateCardFrom", c."regularMills",
           c."discountPercent", c.mills, ${closedAt}
      from json_to_recordset(${json(charges)}::json) as c (
           "tenantId" uuid, day date, asins integer, "isTrial" boolean, "rateCardId" text, "rateCardFrom" date,
           "regularMills" bigint, "discountPercent" integer, mills bigint)
        on conflict (tenant_id, day) do nothing`.execute(tx);
}
