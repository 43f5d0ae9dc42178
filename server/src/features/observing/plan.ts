import type { Context } from '../../context.ts';
import type { Queue } from '../../lib/jobs/queue.ts';
import { dueJob, duePagesJob } from './jobs.ts';
import { sources } from './sources/registry.ts';
import { findDueSweeps } from './sweep-queries.ts';

/** More than a fleet can begin before the next look; the most overdue come first. */
const mostAtOnce = 200;

const pageSources = sources.filter(({ needsPages }) => needsPages).map(({ name }) => name);

/** One look over all tenants at what is due. Any number of processes may look: what waits already is not sent twice. */
export async function planDue(
  { db, clock, pages }: Pick<Context, 'db' | 'clock' | 'pages'>,
  queue: Queue,
): Promise<void> {
  const now = clock.now();
  await queue.send(dueJob, await findDueSweeps(db.global, now, { most: mostAtOnce, notOf: pageSources }));
  if (!pages) return;
  await queue.send(duePagesJob, await findDueSweeps(db.global, now, { most: mostAtOnce, of: pageSources }));
}
