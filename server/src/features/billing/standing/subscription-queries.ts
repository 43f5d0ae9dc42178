import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { SubscriptionFacts, SubscriptionState } from '@app/shared/domain/billing/subscription.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';
import { hasWaited } from '../collecting/due-invoice-queries.ts';

interface NewSubscription {
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
  /** The package of the tenant; `null` for the standard package. */
  readonly packageId: string | null;
  readonly addonCount: number;
  readonly dailyFrom: Day | null;
  readonly frequency: 'daily' | 'monthly';
  readonly periodFrom: Day;
  readonly closedThrough: Day;
  readonly billedThrough: Day;
  readonly carryMills: number;
  readonly hasTakenOffer: boolean;
  /** Whether the subscription was ever cancelled. */
  readonly hasForfeitedDiscounts: boolean;
  readonly billingName: string;
  readonly customerId: string | null;
  /** Whether the service is on now. */
  readonly isServed: boolean;
  /** Whether the tenant is to be deleted. Its service is off unless the deletion is taken back. */
  readonly isBeingDeleted: boolean;
}

const columnsOf = (tenantId: string) => sql`
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
           -- Releases that did not store forfeited_at stored only the end of a cancelled subscription.
           coalesce(s.forfeited_at, s.ends_at) is not null as "hasForfeitedDiscounts",
           s.billing_name as "billingName",
           s.customer_id as "customerId",
           t.is_served as "isServed",
           exists (select 1
                     from tenant_deletions d
                    where d.tenant_id = ${tenantId}
                      and d.taken_back_at is null) as "isBeingDeleted",
           exists (select 1
                     from payment_methods m
                    where m.tenant_id = ${tenantId}
                      and m.is_current
                      and m.status <> 'pending') as "hasPaymentMethod",
           coalesce((select max(i.failed_attempts)
                       from invoices i
                      where i.tenant_id = ${tenantId}
                        and i.state in ('open', 'failed', 'processing')
                        and ${hasWaited} is not true), 0) as "failedAttempts"`;

export async function getSubscription(tx: Tx, tenantId: string): Promise<Subscription> {
  const { rows } = await sql<Subscription>`
    select ${columnsOf(tenantId)}
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
     where s.tenant_id = ${tenantId}`.execute(tx);
  const [subscription] = rows;
  if (!subscription) throw new Error(`The tenant ${tenantId} has no subscription`);
  return subscription;
}

/** Locks the subscription for a change of it in this transaction. */
export async function lockSubscription(tx: Tx, tenantId: string): Promise<Subscription> {
  await sql`
    select 1
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}
       for update`.execute(tx);
  return getSubscription(tx, tenantId);
}

interface ReviewedState {
  readonly state: SubscriptionState;
  readonly reviewAt: Date | null;
  readonly now: Date;
}

/**
 * Stores the state that a review has reached, and the instant of the next one. The time for which the data of a blocked
 * account is kept starts whenever the account becomes blocked.
 */
export async function saveState(tx: Tx, tenantId: string, { state, reviewAt, now }: ReviewedState): Promise<void> {
  const isBlocked = sql`${state}::text = 'blocked'`;
  const becomesBlocked = sql`${isBlocked} and blocked_at is null`;
  await sql`
    update tenant_subscriptions
       set state = ${state},
           review_at = ${reviewAt},
           blocked_at = case when ${isBlocked} then coalesce(blocked_at, ${now}) end,
           deletion_at = case when ${isBlocked} then deletion_at end,
           deletion_requested_at = case when ${becomesBlocked} then null else deletion_requested_at end,
           data_deleted_at = case when ${becomesBlocked} then null else data_deleted_at end
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Switches the service of the tenant on or off. Days are charged by the times at which it was on. */
export async function switchService(
  tx: Tx,
  tenantId: string,
  { isServed, at }: { readonly isServed: boolean; readonly at: Date },
): Promise<void> {
  await sql`
    update tenants
       set is_served = ${isServed}
     where tenant_id = ${tenantId}`.execute(tx);
  await (isServed ? beginService(tx, tenantId, at) : endService(tx, tenantId, at));
}

async function beginService(tx: Tx, tenantId: string, at: Date): Promise<void> {
  const { rows } = await sql`
    select from service_periods p
     where p.tenant_id = ${tenantId}
       and p.served_to is null`.execute(tx);
  if (rows.length > 0) return;
  await sql`
    insert into service_periods (tenant_id, served_from)
    values (${tenantId}, ${at})
        on conflict do nothing`.execute(tx);
}

async function endService(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await sql`
    update service_periods
       set served_to = greatest(${at}, served_from)
     where tenant_id = ${tenantId}
       and served_to is null`.execute(tx);
}

/**
 * Starts a new billing period for a subscription that comes back after a time without service, unless charged days
 * before it are not billed yet, or days before it that are not closed yet had service: these are billed by the period
 * that they belong to.
 */
export async function restartPeriod(tx: Tx, tenantId: string, today: Day): Promise<void> {
  await sql`
    update tenant_subscriptions s
       set period_from = ${today},
           billed_through = ${today}::date - 1
     where s.tenant_id = ${tenantId}
       and s.period_from < ${today}
       and (s.closed_through >= ${today}::date - 1
         or not exists (select 1
                          from service_periods p
                         where p.tenant_id = ${tenantId}
                           and p.served_from < ${today}::date::timestamp at time zone 'UTC'
                           and coalesce(p.served_to, 'infinity') > (s.closed_through + 1)::timestamp at time zone 'UTC'))
       and not exists (select 1
                         from usage_days u
                        where u.tenant_id = ${tenantId}
                          and u.day > s.billed_through
                          and u.mills > 0)`.execute(tx);
}

export async function setEnd(tx: Tx, tenantId: string, endsAt: Date | null): Promise<void> {
  await sql`
    update tenant_subscriptions
       set ends_at = ${endsAt}
     where tenant_id = ${tenantId}`.execute(tx);
}

export async function noteOfferTaken(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await sql`
    update tenant_subscriptions
       set took_offer_at = ${at}
     where tenant_id = ${tenantId}`.execute(tx);
}

export async function setDailyFrom(tx: Tx, tenantId: string, day: Day): Promise<void> {
  await sql`
    update tenant_subscriptions
       set daily_from = ${day}
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Sets for how many addons the tenant pays from this day on, and keeps the number of the days before. */
export async function setAddonCount(
  tx: Tx,
  tenantId: string,
  { addonCount, today }: { readonly addonCount: number; readonly today: Day },
): Promise<void> {
  const { rows } = await sql<{ before: number }>`
    select s.addon_count as before
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}
       for no key update`.execute(tx);
  const before = rows[0]?.before;
  if (before === undefined || before === addonCount) return;
  // After a second change on one day, the first one has kept the number of the days before.
  await sql`
    insert into former_addon_counts (tenant_id, until_day, addon_count)
    values (${tenantId}, ${today}, ${before})
        on conflict (tenant_id, until_day) do nothing`.execute(tx);
  await sql`
    update tenant_subscriptions
       set addon_count = ${addonCount}
     where tenant_id = ${tenantId}`.execute(tx);
}

export async function setFrequencyOf(tx: Tx, tenantId: string, frequency: 'daily' | 'monthly'): Promise<void> {
  await sql`
    update tenant_subscriptions
       set frequency = ${frequency},
           looked_at_through = '-infinity'
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Stores a customer that was made at the provider, where it has a name only. */
export async function setCustomer(
  tx: Tx,
  tenantId: string,
  { customerId, at }: { readonly customerId: string; readonly at: Date },
): Promise<void> {
  await sql`
    update tenant_subscriptions
       set customer_id = ${customerId},
           details_due_at = case when billing_address is null then details_due_at else ${at} end
     where tenant_id = ${tenantId}`.execute(tx);
}

/**
 * Returns, over all tenants, those whose state is due for a review, and blocked tenants without `blocked_at`, which
 * earlier releases did not store and the review sets.
 */
export async function listReviewsDue(db: Executor, now: Date, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.review_at <= ${now}
        or (s.state = 'blocked' and s.blocked_at is null)
     order by s.review_at
     limit ${most}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns the tenant of a customer at the payment provider, over all tenants. */
export async function findTenantOfCustomer(db: Executor, customerId: string): Promise<string | null> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
     where s.customer_id = ${customerId}`.execute(db);
  return rows[0]?.tenantId ?? null;
}
