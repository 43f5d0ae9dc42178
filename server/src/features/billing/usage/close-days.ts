import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/domain/billing/day.ts';
import type { Context } from '../../../context.ts';
import { listOpenDays, saveClosedDays } from './closing-queries.ts';
import { usageOf } from './price-of-day.ts';
import { listRateCards } from './rate-card-queries.ts';
import { countAsins } from './usage-queries.ts';

/** A day is closed when two hours have passed, so that work that began on it has been committed. */
const delayMs = 2 * hourMs;
/** Tenants of one statement. */
const batchSize = 500;

/**
 * Closes the next open day of many tenants at once: counts its ASINs and stores its charge. Returns true if more days
 * are open. Any number of processes may do so: each day is stored once.
 */
export async function closeDays({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const through = addDays(dayOf(new Date(now.getTime() - delayMs)), -1);
  const open = await listOpenDays(db.global, { through, most: batchSize });
  if (open.length === 0) return false;
  const cards = await listRateCards(db.global);
  const counts = new Map((await countAsins(db.global, open)).map(({ tenantId, asins }) => [tenantId, asins]));
  const days = open.map((facts) => {
    const { tenantId, day } = facts;
    const asins = counts.get(tenantId);
    return { tenantId, day, usage: asins === undefined ? null : usageOf(facts, cards, { day, asins }) };
  });
  await saveClosedDays(db.global, { days, closedAt: now });
  return true;
}
