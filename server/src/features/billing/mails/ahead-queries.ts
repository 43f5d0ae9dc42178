import { sql } from 'kysely';
import type { Day } from '@app/shared/base/calendar-day.ts';
import type { RateCard } from '@app/shared/domain/billing/rate-card.ts';
import type { Executor, Tx } from '../../../lib/db/db.ts';

/** True for an account (`s`) whose deletion is not planned. Any other gets no bill but the last one. */
const isKept = sql`
           not exists (select 1
                         from tenant_deletions x
                        where x.tenant_id = s.tenant_id
                          and x.taken_back_at is null)`;

interface ComingRates extends RateCard {
  readonly rateCardId: string;
  readonly validFrom: Day;
  /** The instant until which all who paid by the list were told; `null` if nobody was told yet. */
  readonly toldAt: Date | null;
}

/** Returns versions of price lists that are not in force yet. */
export async function listComingRates(db: Executor, today: Day): Promise<readonly ComingRates[]> {
  const { rows } = await sql<ComingRates>`
    select c.rate_card_id as "rateCardId",
           c.valid_from as "validFrom",
           c.base_mills as "baseMills",
           c.base_asins as "baseAsins",
           c.tiers,
           c.told_at as "toldAt"
      from rate_cards c
     where c.valid_from > ${today}
     order by c.valid_from`.execute(db);
  return rows;
}

/**
 * Returns tenants that pay by the price list and were not told of its coming version, over all tenants: all of them at
 * first, then those who have signed up, have come back to the service or have changed to daily pricing since. A change
 * on the day itself may be older than that; the owner's mail is enqueued once nevertheless.
 */
export async function listPayersOf(
  db: Executor,
  { rateCardId, toldAt }: Pick<ComingRates, 'rateCardId' | 'toldAt'>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select s.tenant_id as "tenantId"
      from tenant_subscriptions s
      join tenants t
        on t.tenant_id = s.tenant_id
      left join packages p
        on p.package_id = t.package_id
     where coalesce(p.rate_card_id, 'standard') = ${rateCardId}
       and (${toldAt}::timestamptz is null
            or t.created_at >= ${toldAt}::timestamptz
            or s.daily_from > (${toldAt}::timestamptz at time zone 'UTC')::date
            or exists (select 1
                         from service_periods v
                        where v.tenant_id = s.tenant_id
                          and v.served_from >= ${toldAt}::timestamptz))
       and (coalesce(p.plan, 'daily') = 'daily' or s.daily_from is not null)
       and not s.is_exempt
       and s.state not in ('blocked', 'canceled')
       and ${isKept}`.execute(db);
  return rows.map(({ tenantId }) => tenantId);
}

export async function noteRatesTold(
  db: Executor,
  { rateCardId, validFrom, at }: Pick<ComingRates, 'rateCardId' | 'validFrom'> & { readonly at: Date },
): Promise<void> {
  await sql`
    update rate_cards
       set told_at = ${at}
     where rate_card_id = ${rateCardId}
       and valid_from = ${validFrom}`.execute(db);
}

interface ExpiringCard {
  readonly tenantId: string;
  readonly methodId: string;
  readonly name: string;
  readonly last4: string;
  readonly expires: string;
  /** `null` if the tenant pays daily. */
  readonly nextBillOn: Day | null;
}

/**
 * Returns current cards that expire before the end of the period and of which the owner was not told, over all tenants.
 */
export async function listExpiringCards(db: Executor, most: number): Promise<readonly ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    select m.tenant_id as "tenantId",
           m.method_id as "methodId",
           m.name,
           m.last4,
           m.expires,
           case s.frequency when 'monthly' then s.period_from + 30 end as "nextBillOn"
      from payment_methods m
      join tenant_subscriptions s
        on s.tenant_id = m.tenant_id
     where m.is_current
       and not m.is_expiry_told
       and m.expires is not null
       -- A card is good until the end of its month.
       and to_date(m.expires, 'MM/YY') + interval '1 month' <= s.period_from + 30
       and s.ends_at is null
       and not s.is_exempt
       and ${isKept}
     limit ${most}`.execute(db);
  return rows;
}

/** Notes that the owner is told of the expiry. Returns false if another process has told the owner. */
export async function noteExpiryTold(tx: Tx, { tenantId, methodId }: ExpiringCard): Promise<boolean> {
  const { rows } = await sql`
    update payment_methods
       set is_expiry_told = true
     where tenant_id = ${tenantId}
       and method_id = ${methodId}
       and not is_expiry_told
    returning method_id`.execute(tx);
  return rows.length > 0;
}
