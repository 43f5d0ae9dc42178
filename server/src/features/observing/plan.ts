import type { Context } from '../../context.ts';
import type { Queue } from '../../lib/jobs/queue.ts';
import { dueJob } from './jobs.ts';
import { findDueSweeps } from './sweep-queries.ts';

/** More than a fleet can begin before the next look; the most overdue come first. */
const mostAtOnce = 200;

/** One look over all tenants at what is due. Any number of processes may look: what waits already is not sent twice. */
export async function planDue(ctx: Pick<Context, 'db' | 'clock'>, queue: Queue): Promise<void> {
  await queue.send(dueJob, await findDueSweeps(ctx.db.global, ctx.clock.now(), mostAtOnce));
}
