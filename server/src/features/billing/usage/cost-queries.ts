import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { discountsColumn, pricingColumn } from './closing-queries.ts';
import type { PriceFacts } from './price-of-day.ts';

export interface CostFacts extends PriceFacts {
  readonly closedThrough: Day;
  readonly billedThrough: Day;
  readonly frequency: 'daily' | 'monthly';
  readonly carryMills: number;
  /** The sum of the credits, fees and adjustments that are not billed yet. */
  readonly correctionMills: number;
  /** The end of the service of a cancelled subscription. */
  readonly endsAt: Date | null;
  readonly isServed: boolean;
}

/** Returns the facts of the tenant that costs and forecasts depend on. */
export async function getCostFacts(tx: Tx, tenantId: string): Promise<CostFacts> {
  const { rows } = await sql<CostFacts>`
    select s.period_from as "periodFrom",
           s.closed_through as "closedThrough",
           s.billed_through as "billedThrough",
           s.frequency,
           s.carry_mills::float8 as "carryMills",
           coalesce((select sum(c.mills)
                       from corrections c
                      where c.tenant_id = ${tenantId}
                        and c.billed_at is null), 0)::float8 as "correctionMills",
           t.trial_ends_at as "trialEndsAt",
           s.is_exempt as "isExempt",
           s.ends_at as "endsAt",
           t.is_served as "isServed",
           ${discountsColumn(sql`${tenantId}`)},
           ${pricingColumn(sql`${tenantId}`)}
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
      left join packages p
        on p.package_id = t.package_id
     where s.tenant_id = ${tenantId}`.execute(tx);
  const [facts] = rows;
  if (!facts) throw new Error(`The tenant ${tenantId} has no subscription`);
  return facts;
}
