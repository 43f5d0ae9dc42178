import { sql } from 'kysely';
import type { Day } from '@app/shared/domain/billing/day.ts';
import type { SubscriptionFacts, SubscriptionState } from '@app/shared/domain/billing/subscription.ts';
import type { Tx } from '../../../lib/db/db.ts';

export interface NewSubscription {
  readonly tenantId: string;
  readonly billingName: string;
  readonly createdAt: Date;
  /** The first day of the first billing period. */
  readonly periodFrom: Day;
  readonly closedThrough: Day;
  readonly billedThrough: Day;
  readonly reviewAt: Date;
}

/** Creates the subscription of a new tenant with its service, which is on from the start. */
export async function insertSubscription(tx: Tx, given: NewSubscription): Promise<void> {
  const { tenantId, periodFrom, closedThrough, billedThrough, billingName, reviewAt, createdAt } = given;
  await sql`
    with subscription as (
      insert into tenant_subscriptions (
        tenant_id, period_from, closed_through, billed_through, billing_name, review_at
      )
      values (${tenantId}, ${periodFrom}, ${closedThrough}, ${billedThrough}, ${billingName}, ${reviewAt})
    )
    insert into service_periods (tenant_id, served_from)
    values (${tenantId}, ${createdAt})`.execute(tx);
}

export interface Subscription extends SubscriptionFacts {
  readonly tenantId: string;
  /** The state that was reached at the last review. */
  readonly state: SubscriptionState;
  /** `null` for the standard package. */
  readonly packageId: string | null;
  readonly addonCount: number;
  readonly dailyFrom: Day | null;
  readonly frequency: 'daily' | 'monthly';
  readonly periodFrom: Day;
  readonly closedThrough: Day;
  readonly billedThrough: Day;
  readonly carryMills: number;
  readonly hasTakenOffer: boolean;
  readonly billingName: string;
  readonly customerId: string | null;
}

const columns = sql`
           s.tenant_id as "tenantId",
           s.state,
           s.is_exempt as "isExempt",
           t.trial_ends_at as "trialEndsAt",
           t.package_id as "packageId",
           s.addon_count as "addonCount",
           s.daily_from as "dailyFrom",
           s.frequency,
           s.period_from as "periodFrom",
           s.closed_through as "closedThrough",
           s.billed_through as "billedThrough",
           s.carry_mills::float8 as "carryMills",
           s.ends_at as "endsAt",
           s.took_offer_at is not null as "hasTakenOffer",
           s.billing_name as "billingName",
           s.customer_id as "customerId",
           exists (select 1
                     from payment_methods m
                    where m.tenant_id = s.tenant_id
                      and m.is_current
                      and m.status = 'usable') as "hasPaymentMethod",
           coalesce((select max(i.failed_attempts)
                       from invoices i
                      where i.tenant_id = s.tenant_id
                        and i.state in ('open', 'failed', 'processing')), 0) as "failedAttempts"`;

export async function getSubscription(tx: Tx, tenantId: string): Promise<Subscription> {
  const { rows } = await sql<Subscription>`
    select ${columns}
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.tenant_id = ${tenantId}`.execute(tx);
  const [subscription] = rows;
  if (!subscription) throw new Error(`The tenant ${tenantId} has no subscription`);
  return subscription;
}

export interface NewDiscount {
  readonly percent: number;
  readonly from: Day;
  readonly to: Day | null;
  readonly origin: 'package' | 'offer' | 'code';
  readonly createdAt: Date;
}

export async function insertDiscount(tx: Tx, tenantId: string, discount: NewDiscount): Promise<void> {
  const { percent, from, to, origin, createdAt } = discount;
  await sql`
    insert into discounts (tenant_id, percent, from_day, to_day, origin, created_at)
    values (${tenantId}, ${percent}, ${from}, ${to}, ${origin}, ${createdAt})`.execute(tx);
}

/** Returns the highest discount of the day; `to` is its last day, `null` without end. */
export async function findDiscount(
  tx: Tx,
  tenantId: string,
  day: Day,
): Promise<{ readonly percent: number; readonly to: Day | null } | null> {
  const { rows } = await sql<{ percent: number; to: Day | null }>`
    select d.percent, d.to_day as "to"
      from discounts d
     where d.tenant_id = ${tenantId}
       and d.from_day <= ${day}
       and (d.to_day is null or d.to_day >= ${day})
     order by d.percent desc, d.to_day desc nulls first
     limit 1`.execute(tx);
  return rows[0] ?? null;
}
