import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

interface Budget {
  /** The limit of a period in cents; `null` without a limit. */
  readonly limitCents: number | null;
  readonly capsTracking: boolean;
}

export async function getBudgetOf(tx: Tx, tenantId: string): Promise<Budget> {
  const { rows } = await sql<Budget>`
    select s.budget_cents::float8 as "limitCents",
           s.caps_tracking as "capsTracking"
      from tenant_subscriptions s
     where s.tenant_id = ${tenantId}`.execute(tx);
  return rows[0] ?? { limitCents: null, capsTracking: false };
}

/** Saves the budget. After a change of the limit, the owner is mailed again at each of its steps. */
export async function saveBudgetOf(tx: Tx, tenantId: string, { limitCents, capsTracking }: Budget): Promise<void> {
  await sql`
    update tenant_subscriptions
       set budget_cents = ${limitCents},
           caps_tracking = ${capsTracking},
           budget_told = case when budget_cents is distinct from ${limitCents}::bigint then 0 else budget_told end
     where tenant_id = ${tenantId}`.execute(tx);
  await updateCaps(tx, tenantId);
}

interface ReachedBudget {
  readonly tenantId: string;
  readonly periodFrom: Day;
  readonly limitCents: number;
  readonly capsTracking: boolean;
  /** The cost of the closed days of the open period, in percent of the limit. */
  readonly percent: number;
  readonly toDateCents: number;
}

/**
 * Returns, over all tenants, those whose open period has reached the next step of their limit and whose owner was not
 * told of it. The first step is 50 %.
 */
export async function listReachedBudgets(db: Executor, most: number): Promise<readonly ReachedBudget[]> {
  const { rows } = await sql<ReachedBudget>`
    select c.*, floor(100 * c."toDateCents" / c."limitCents")::int as percent
      from (select s.tenant_id as "tenantId",
                   s.period_from as "periodFrom",
                   s.budget_cents::float8 as "limitCents",
                   s.caps_tracking as "capsTracking",
                   case when s.budget_told_in = s.period_from then s.budget_told else 0 end as told,
                   floor((select coalesce(sum(u.mills), 0)
                            from usage_days u
                           where u.tenant_id = s.tenant_id
                             and u.day >= s.period_from) / 10)::float8 as "toDateCents"
              from tenant_subscriptions s
             where s.budget_cents is not null) c
     where c."toDateCents" * 100 >= c."limitCents" * case when c.told >= 80 then 100 when c.told >= 50 then 80 else 50 end
       and c.told < 100
     limit ${most}`.execute(db);
  return rows;
}

/** Notes that the owner is told of the step. Returns false if another process has told the owner. */
export async function noteBudgetTold(
  tx: Tx,
  { tenantId, periodFrom }: Pick<ReachedBudget, 'tenantId' | 'periodFrom'>,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update tenant_subscriptions
       set budget_told = ${step},
           budget_told_in = ${periodFrom}
     where tenant_id = ${tenantId}
       and period_from = ${periodFrom}
       and (budget_told_in is distinct from ${periodFrom}::date or budget_told < ${step})
    returning tenant_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Stops or allows the tracking of new products, of one tenant or (`null`) of all: it stops while the closed days of the
 * open period cost at least the limit of a budget that caps tracking.
 */
export async function updateCaps(db: Executor | Tx, tenantId: string | null = null): Promise<void> {
  const isMeant = (column: RawBuilder<unknown>) => (tenantId === null ? sql`true` : sql`${column} = ${tenantId}`);
  await sql`
    update tenants t
       set is_capped = c.is_capped
      from (select s.tenant_id,
                   s.caps_tracking
               and s.budget_cents is not null
               and (select coalesce(sum(u.mills), 0)
                      from usage_days u
                     where u.tenant_id = s.tenant_id
                       and ${isMeant(sql`u.tenant_id`)}
                       and u.day >= s.period_from) >= 10 * s.budget_cents as is_capped
              from tenant_subscriptions s
             where (s.caps_tracking or exists (select 1
                                                 from tenants o
                                                where o.tenant_id = s.tenant_id
                                                  and ${isMeant(sql`o.tenant_id`)}
                                                  and o.is_capped))
               and ${isMeant(sql`s.tenant_id`)}) c
     where t.tenant_id = c.tenant_id
       and ${isMeant(sql`t.tenant_id`)}
       and t.is_capped is distinct from c.is_capped`.execute(db);
}

export async function isCapped(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ isCapped: boolean }>`
    select t.is_capped as "isCapped"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.isCapped ?? false;
}
