import type { Day } from '../../shared/src/base/calendar-day.ts';
import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

/** The number of closed usage days in the trial, and of those that follow it in the first billing period. */
interface ClosedDays {
  readonly trialDays: number;
  readonly paidDays: number;
}

/** The base price of a day in mills (1/1000 USD), which includes 20 ASINs. */
const baseMills = 333;

/**
 * Writes closed usage days into the past of the owner's tenant, with its present products, and gives the tenant a card.
 * The worker itself closes a day only two hours after the day has ended. Returns the last of these days.
 */
export const closePastDays = (house: TestHouse, email: string, { trialDays, paidDays }: ClosedDays): Promise<Day> =>
  withClient(house.database?.workerUrl ?? '', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select tenant_id as id from email_addresses where email = $1',
      [email],
    );
    const [tenant] = rows;
    const first = `date_trunc('day', now(), 'UTC') - make_interval(days => ${trialDays + paidDays})`;
    const trialEnd = `date_trunc('day', now(), 'UTC') - make_interval(days => ${paidDays})`;
    const today = `(now() at time zone 'UTC')::date`;
    // In one transaction all statements mean the same day, also at midnight.
    await client.query('begin');
    for (const statement of [
      // Locks the subscription, so that a worker that is about to close a day waits and then sees the written days.
      `select from tenant_subscriptions where tenant_id = $1 for update`,
      `update tenants set trial_ends_at = ${trialEnd} where tenant_id = $1`,
      `update tracking_periods set tracked_from = ${first} where tenant_id = $1`,
      `update service_periods set served_from = ${first} where tenant_id = $1`,
      `update tenant_subscriptions
          set period_from = ${today} - ${paidDays}, closed_through = ${today} - 1,
              billed_through = ${today} - ${paidDays + 1}, checked_on = ${today}, state = 'active'
        where tenant_id = $1`,
      `insert into payment_methods (tenant_id, method_id, method, status, name, last4, expires, is_current, saved_at)
       values ($1, 'pm_journey', 'card', 'usable', 'Visa', '4417', '08/30', true, now())`,
      `insert into usage_days (
         tenant_id, day, asins, is_trial, rate_card_id, rate_card_from, regular_mills, discount_percent, mills, closed_at
       )
       select $1, ${today} - back, (
                select count(distinct (p.marketplace, p.asin))
                  from tracking_periods t
                  join products p on p.tenant_id = t.tenant_id and p.product_id = t.product_id
                 where t.tenant_id = $1
              ), back > ${paidDays}, 'standard', '2020-01-01', ${baseMills}, 0,
              case when back > ${paidDays} then 0 else ${baseMills} end, now()
         from generate_series(1, ${trialDays + paidDays}) back
       returning 1`,
    ]) {
      await client.query(statement, [tenant?.id]);
    }
    const written = await client.query<{ last: Day }>(
      'select max(day)::text as last from usage_days where tenant_id = $1',
      [tenant?.id],
    );
    await client.query('commit');
    const [days] = written.rows;
    if (!days) throw new Error(`No usage day was written for ${email}`);
    return days.last;
  });
