import type { Context } from '../../../context.ts';
import { pacedMs } from '../../../lib/jobs/loop.ts';
import type { Queue } from '../../../lib/jobs/queue.ts';
import { dueAdvertisingJob, dueJob, duePagesJob } from '../jobs.ts';
import { sources } from '../sources/registry.ts';
import { sourcesByUrgency } from './due/urgency.ts';
import { findDueSweeps, findNextDue, type SweepKey } from './sweep-queries.ts';

/**
 * The interval between plans while sweeps are due. It is short, because a full bucket gains no tokens: quota is lost
 * while no sweep uses it.
 */
const busyMs = 250;
/** The longest interval between plans while no sweep is due. A sweep that is made due immediately is announced. */
const idleMs = 5000;
/** The most sweeps that one plan sends: more than all workers together begin before the next plan. */
const mostAtOnce = 200;
/** The number of overdue sweeps, the most overdue first, from which the sweeps of one plan are chosen. */
const mostLookedAt = 2000;

const pageSources = sources.filter(({ needsPages }) => needsPages).map(({ name }) => name);
const advertisingSources = sources.filter(({ needsAdvertising }) => needsAdvertising).map(({ name }) => name);

type PlanContext = Pick<Context, 'db' | 'clock' | 'pages' | 'advertising'> & {
  readonly config: Pick<Context['config'], 'checkSpeedup'>;
};

/**
 * Sends jobs for the due sweeps of all tenants. Any number of processes may plan: a sweep whose job is waiting is not
 * sent again. Returns the milliseconds until the next plan.
 */
export async function planDue({ db, clock, pages, advertising, config }: PlanContext, queue: Queue): Promise<number> {
  const now = clock.now();
  const restMs = pacedMs(config.checkSpeedup, idleMs);
  const nextMs = (await db.acrossTenants((all) => findNextDue(all)))?.getTime() ?? Infinity;
  const waitMs = nextMs - now.getTime();
  if (waitMs > 0) return Math.min(restMs, Math.max(busyMs, waitMs));
  const filter = { most: mostLookedAt, byUrgency: sourcesByUrgency };
  const due = await db.acrossTenants((all) =>
    findDueSweeps(all, now, { ...filter, notOf: [...pageSources, ...advertisingSources] }),
  );
  await queue.send(dueJob, takeTurns(due, mostAtOnce));
  if (pages) {
    const duePages = await db.acrossTenants((all) => findDueSweeps(all, now, { ...filter, of: pageSources }));
    await queue.send(duePagesJob, takeTurns(duePages, mostAtOnce));
  }
  if (advertising) {
    const dueAdvertising = await db.acrossTenants((all) =>
      findDueSweeps(all, now, { ...filter, of: advertisingSources }),
    );
    await queue.send(dueAdvertisingJob, takeTurns(dueAdvertising, mostAtOnce));
  }
  return busyMs;
}

/**
 * Orders sweeps by turns: the first of each account, then the second. A slow account with many waiting sweeps does not
 * crowd out the others.
 */
export function takeTurns(due: readonly SweepKey[], most: number): readonly SweepKey[] {
  const before = new Map<string, number>();
  const places = due.map((key) => {
    const place = before.get(key.sellerAccountId) ?? 0;
    before.set(key.sellerAccountId, place + 1);
    return { key, place };
  });
  return places
    .toSorted((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ key }) => key);
}
