import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { claimEach } from '../../../lib/db/claim-each.ts';
import type { Executor } from '../../../lib/db/db.ts';
import type { CountedDay, UsageDay } from './usage-queries.ts';

/**
 * Claims tenants whose closed days were not checked today. If the process dies after the claim, they are checked
 * tomorrow.
 */
export async function claimUncheckedTenants(
  db: Executor,
  { today, most }: { readonly today: Day; readonly most: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select u.tenant_id as "tenantId"
      from tenant_subscriptions u
     where (u.checked_on is null or u.checked_on < ${today})
       and u.closed_through >= ${today}::date - 1
     limit ${most}`.execute(db);
  return claimEach(rows, ({ tenantId }) => claimUnchecked(db, tenantId, today));
}

async function claimUnchecked(db: Executor, tenantId: string, today: Day): Promise<string | undefined> {
  const { numAffectedRows = 0n } = await sql`
    with unchecked as (
      select u.tenant_id
        from tenant_subscriptions u
       where u.tenant_id = ${tenantId}
         and (u.checked_on is null or u.checked_on < ${today})
         for update skip locked
    )
    update tenant_subscriptions s
       set checked_on = ${today}
      from unchecked u
     where s.tenant_id = ${tenantId}
       and u.tenant_id = ${tenantId}`.execute(db);
  return numAffectedRows > 0n ? tenantId : undefined;
}

export interface CheckedDay extends CountedDay, UsageDay {
  /** The sum of the corrections of this day so far. */
  readonly correctedMills: number;
}

export async function listCheckedDays(
  db: Executor,
  { tenantIds, from }: { readonly tenantIds: readonly string[]; readonly from: Day },
): Promise<readonly CheckedDay[]> {
  const { rows } = await sql<CheckedDay>`
    select u.tenant_id as "tenantId",
           u.day,
           u.asins,
           u.is_trial as "isTrial",
           u.rate_card_id as "rateCardId",
           u.rate_card_from as "rateCardFrom",
           u.regular_mills::float8 as "regularMills",
           u.discount_percent as "discountPercent",
           u.mills::float8 as mills,
           coalesce((select sum(c.mills)
                       from corrections c
                      where c.tenant_id = u.tenant_id
                        and c.kind = 'adjustment'
                        and c.day = u.day), 0)::float8 as "correctedMills"
      from usage_days u
     where u.tenant_id = any (${tenantIds}::uuid[])
       and u.day >= ${from}`.execute(db);
  return rows;
}
