import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { Tx } from '../../../lib/db/db.ts';

interface NewDiscount {
  readonly percent: number;
  readonly from: Day;
  readonly to: Day | null;
  readonly origin: 'package' | 'offer' | 'code';
  readonly code?: string;
  readonly createdAt: Date;
}

export async function insertDiscount(tx: Tx, tenantId: string, discount: NewDiscount): Promise<void> {
  const { percent, from, to, origin, code = null, createdAt } = discount;
  await sql`
    insert into discounts (tenant_id, percent, from_day, to_day, origin, code, created_at)
    values (${tenantId}, ${percent}, ${from}, ${to}, ${origin}, ${code}, ${createdAt})`.execute(tx);
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

/** Ends the tenant's discounts with the open period, and excludes the tenant from further discounts. */
export async function forfeitDiscounts(
  tx: Tx,
  tenantId: string,
  { lastDay, at }: { readonly lastDay: Day; readonly at: Date },
): Promise<void> {
  await sql`
    with forfeited as (
      update discounts
         set to_day = ${lastDay}
       where tenant_id = ${tenantId}
         and (to_day is null or to_day > ${lastDay})
    )
    update tenant_subscriptions
       set took_offer_at = coalesce(took_offer_at, ${at}),
           forfeited_at = coalesce(forfeited_at, ${at})
     where tenant_id = ${tenantId}`.execute(tx);
}

/** Whether the tenant has applied the code before or has signed up with it, which applies its discount too. */
export async function hasUsedCode(tx: Tx, tenantId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from discounts d
     where d.tenant_id = ${tenantId}
       and d.code = ${code}
     union all
    select 1
      from tenants t
     where t.tenant_id = ${tenantId}
       and t.invite_code = ${code}`.execute(tx);
  return rows.length > 0;
}
