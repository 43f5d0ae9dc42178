import { minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import { everyTurn } from '../../../lib/jobs/tenant-turns.ts';
import {
  bringBack,
  bringBackBuckets,
  bringBackDeliveries,
  bringBackItems,
  bringBackMessages,
  bringBackRetries,
  findTenantsInFuture,
} from './clock-jump-queries.ts';

/** The clocks of several machines differ by less than this. */
const toleranceMs = 5 * minuteMs;

type ClockJumpContext = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Repairs the times that a clock ahead of the right time has written. Until those times come nothing would be due, no
 * observation would be newer than the known facts, and no alert would be sent.
 */
export async function heedClockJump({ db, clock, log }: ClockJumpContext, turns = everyTurn): Promise<void> {
  const now = clock.now();
  const instants = { now, latest: new Date(now.getTime() + toleranceMs) };
  // Buckets are repaired before the tenants: if the process died in between, the repaired tenants would not lead here
  // again.
  await bringBackBuckets(db.global, instants);
  const tenantIds = await findTenantsInFuture(db.global, instants);
  await turns.each(tenantIds, async (tenantId) => {
    // Items are repaired in a transaction of their own, because judging locks items before the rows repaired below.
    await db.tenant(tenantId, (tx) => bringBackItems(tx, tenantId, instants));
    await db.tenant(tenantId, async (tx) => {
      await bringBack(tx, tenantId, instants);
      await bringBackRetries(tx, tenantId, now);
      await bringBackMessages(tx, tenantId, instants);
      await bringBackDeliveries(tx, tenantId, instants);
    });
  });
  if (tenantIds.length === 0) return;
  log.warn({ tenants: tenantIds.length }, 'the clock has gone back, what was seen in the future is seen again');
}
