import type { Context } from './context.ts';
import { forgetOldAttempts, forgetSessions } from './features/auth/queries.ts';
import { forgetOrders } from './features/catalog/sales-queries.ts';
import { orderDays } from './features/catalog/sales.ts';
import { forgetNotifications } from './features/observing/push/push-queries.ts';
import { forgetAuthorizationRequests } from './features/sellers/queries.ts';

const dayMs = 86_400_000;
/** A queue keeps a message for 14 days at most: older ids cannot come again. */
const notificationDays = 15;

/** Deletes what nobody can ask for any more: rows that only grow would slow everything down in the end. */
export async function forget({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await forgetSessions(db.global, now);
  await forgetAuthorizationRequests(db.global, now);
  await forgetOldAttempts(db.global, new Date(now.getTime() - dayMs));
  await forgetNotifications(db.global, new Date(now.getTime() - notificationDays * dayMs));
  await forgetOrders(db.global, new Date(now.getTime() - orderDays * dayMs));
}
