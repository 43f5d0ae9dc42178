import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, type Day } from '@app/shared/domain/billing/day.ts';
import type { Context } from '../../../context.ts';
import { everyTurn, type Turns } from '../../../lib/jobs/tenant-turns.ts';
import { listOpenDays, saveClosedDays, type OpenDay } from './closing-queries.ts';
import { usageOf } from './price-of-day.ts';
import { listRateCards } from './rate-card-queries.ts';
import { countAsins } from './usage-queries.ts';

type ClosingContext = Pick<Context, 'db' | 'clock'>;

/** A day is closed when two hours have passed, so that work that began on it has been committed. */
const delayMs = 2 * hourMs;
/** Tenants of one statement. */
const batchSize = 500;

/**
 * Closes the next open day of many tenants at once: counts its ASINs and stores its charge. Returns true if more days
 * may be open. Any number of processes may do so: each day is stored once. Tenants whose day cannot be charged, such as
 * those whose price list is missing, are passed over.
 */
export async function closeDays(ctx: ClosingContext, turns = everyTurn): Promise<boolean> {
  const through = addDays(dayOf(new Date(ctx.clock.now().getTime() - delayMs)), -1);
  let open = await listOpenDays(ctx.db.global, { through, most: batchSize, after: null });
  while (open.length > 0) {
    if ((await closeEach(ctx, turns, open)) > 0) return true;
    open = await nextPage(ctx, through, open);
  }
  return false;
}

async function nextPage({ db }: ClosingContext, through: Day, page: readonly OpenDay[]): Promise<readonly OpenDay[]> {
  if (page.length < batchSize) return [];
  return listOpenDays(db.global, { through, most: batchSize, after: page.at(-1) ?? null });
}

/** Returns how many days were closed. */
async function closeEach({ db, clock }: ClosingContext, turns: Turns, open: readonly OpenDay[]): Promise<number> {
  const cards = await listRateCards(db.global);
  const counts = new Map((await countAsins(db.global, open)).map(({ tenantId, asins }) => [tenantId, asins]));
  const days = await turns.each(open, async (facts) => {
    const { tenantId, day } = facts;
    const asins = counts.get(tenantId);
    return { tenantId, day, usage: asins === undefined ? null : usageOf(facts, cards, { day, asins }) };
  });
  return days.length === 0 ? 0 : saveClosedDays(db.global, { days, closedAt: clock.now() });
}
