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

/** The clocks of several machines differ by less. */
const toleranceMs = 5 * minuteMs;

type ClockJumpContext = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Repairs what a clock that was ahead has written: until its time comes nothing would be due, no observation would be
 * newer than the known facts, and nobody would be told of anything.
 */
export async function heedClockJump({ db, clock, log }: ClockJumpContext, turns = everyTurn): Promise<void> {
  const now = clock.now();
  const instants = { now, latest: new Date(now.getTime() + toleranceMs) };
  // Buckets are repaired first: the tenants are not found again when a process dies after repairing them.
  await bringBackBuckets(db.global, instants);
  const tenantIds = await findTenantsInFuture(db.global, instants);
  await turns.each(tenantIds, async (tenantId) => {
    // Judging locks items before all that follows.
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
