import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import type { Context } from '../../../context.ts';
import { everyTurn, type Turns } from '../../../lib/jobs/tenant-turns.ts';
import { listOpenDays, saveClosedDays, type OpenDay } from './closing-queries.ts';
import { usageOf } from './price-of-day.ts';
import { listRateCards } from './rate-card-queries.ts';
import { countAsins } from './usage-queries.ts';

type ClosingContext = Pick<Context, 'db' | 'clock'>;

/** A day is closed when two hours have passed, so that work that began on it has been committed. */
const delayMs = 2 * hourMs;
/** The number of tenants that one statement handles. */
const batchSize = 500;

/**
 * Closes the next open day of many tenants together: counts the ASINs of the day and stores its charge. Returns true if
 * more days may be open. Any number of processes may close days: each day is stored once. Tenants whose day cannot be
 * charged, such as those whose price list is missing, are passed over.
 */
export async function closeDays(ctx: ClosingContext, turns = everyTurn): Promise<boolean> {
  const through = addDays(dayOf(new Date(ctx.clock.now().getTime() - delayMs)), -1);
  let page = await findOpen(ctx, through, null);
  while (page.open.length > 0) {
    if ((await closeEach(ctx, turns, page)) > 0) return true;
    const last = page.open.length < batchSize ? undefined : page.open.at(-1);
    if (!last) return false;
    page = await findOpen(ctx, through, last);
  }
  return false;
}

interface OpenDays {
  readonly open: readonly OpenDay[];
  /** The number of ASINs by tenant. A tenant whose service was off for most of the day has none. */
  readonly asins: ReadonlyMap<string, number>;
}

/**
 * Returns the next open days with their numbers of ASINs. Both come from one set of tenants, because a day without a
 * count is closed without a charge.
 */
const findOpen = ({ db }: ClosingContext, through: Day, after: OpenDay | null): Promise<OpenDays> =>
  db.acrossTenants(async (all) => {
    const open = await listOpenDays(all, { through, most: batchSize, after });
    const middle = open.length >> 1;
    const halves = [open.slice(0, middle), open.slice(middle)].filter((half) => half.length > 0);
    // Counting takes most of the time of closing. Two statements use two processors of the database.
    const counts = await Promise.all(halves.map((half) => countAsins(all, half)));
    return { open, asins: new Map(counts.flat().map(({ tenantId, asins }) => [tenantId, asins])) };
  });

/** Returns how many days were closed. */
async function closeEach({ db, clock }: ClosingContext, turns: Turns, { open, asins }: OpenDays): Promise<number> {
  const cards = await listRateCards(db.global);
  const days = await turns.each(open, async (facts) => {
    const { tenantId, day } = facts;
    const counted = asins.get(tenantId);
    return { tenantId, day, usage: counted === undefined ? null : usageOf(facts, cards, { day, asins: counted }) };
  });
  const closedAt = clock.now();
  const closed = await db.ofMany(days, (tx, together) => saveClosedDays(tx, { days: together, closedAt }));
  return closed.reduce((sum, count) => sum + count, 0);
}
