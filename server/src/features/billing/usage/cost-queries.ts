import { sql } from 'kysely';
import type { Day } from '@app/shared/domain/billing/day.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { discountsColumn, pricingColumn } from './closing-queries.ts';
import type { PriceFacts } from './price-of-day.ts';

export interface CostFacts extends PriceFacts {
  readonly closedThrough: Day;
  readonly carryMills: number;
  /** The end of the service of a cancelled subscription. */
  readonly endsAt: Date | null;
  readonly isServed: boolean;
}

/** Returns the facts of the tenant that costs and forecasts depend on. */
export async function getCostFacts(tx: Tx, tenantId: string): Promise<CostFacts> {
  const { rows } = await sql<CostFacts>`
    select s.period_from as "periodFrom",
           s.closed_through as "closedThrough",
           s.carry_mills::float8 as "carryMills",
           t.trial_ends_at as "trialEndsAt",
           s.is_exempt as "isExempt",
           s.ends_at as "endsAt",
           t.is_served as "isServed",
           ${discountsColumn(sql`${tenantId}`)},
           ${pricingColumn}
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
