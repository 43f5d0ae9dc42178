import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

/**
 * Usage days are first moved away by this number of days and then to their new place. Otherwise a moved day could
 * collide with the primary key of a day that has not moved yet.
 */
const away = 36_500;

/**
 * A Citus cluster cannot subtract an interval from a `timestamptz` in an update, so the time is converted to UTC first.
 */
const olderBy =
  (days: number) =>
  (column: string): string =>
    `${column} = (${column} at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`;

/**
 * Lets days pass for the billing of the owner's tenant by moving all its billing data this many days into the past. The
 * workers then close the days, make invoices and collect them as usual.
 */
export const passDays = (house: TestHouse, email: string, days: number): Promise<void> =>
  withClient(house.database?.workerUrl ?? '', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select tenant_id as id from email_addresses where email = $1',
      [email],
    );
    const ago = olderBy(days);
    await client.query('begin');
    for (const statement of [
      // Locks the subscription, so that a worker that is about to close a day waits and then sees the moved data.
      // Without the lock the worker could store a charge between two of these statements, and the charge would not be
      // moved.
      `select from tenant_subscriptions where tenant_id = $1 for update`,
      `update tenants set ${ago('trial_ends_at')}, ${ago('created_at')} where tenant_id = $1`,
      `update tracking_periods set ${ago('tracked_from')}, ${ago('tracked_to')}
        where tenant_id = $1`,
      `update service_periods set ${ago('served_from')}, ${ago('served_to')}
        where tenant_id = $1`,
      `update usage_days set day = day - ${away} where tenant_id = $1`,
      `update usage_days set day = day + ${away - days} where tenant_id = $1`,
      `update discounts set from_day = from_day - ${days}, to_day = to_day - ${days} where tenant_id = $1`,
      `update invoices
          set from_day = from_day - ${days}, to_day = to_day - ${days}, ${ago('created_at')},
              ${ago('first_attempt_at')}, ${ago('attempt_at')}
        where tenant_id = $1`,
      `update payment_methods set ${ago('balance_due_at')} where tenant_id = $1`,
      `update tenant_subscriptions
          set period_from = period_from - ${days}, closed_through = closed_through - ${days},
              billed_through = billed_through - ${days}, ${ago('ends_at')}, review_at = now(),
              ${ago('blocked_at')}, ${ago('deletion_at')}
        where tenant_id = $1`,
    ]) {
      await client.query(statement, [rows[0]?.id]);
    }
    await client.query('commit');
  });
