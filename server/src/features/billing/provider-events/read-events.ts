import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { findNewestEventAt, insertEvents } from './event-queries.ts';

/** Events are listed in the order of their creation, but a few may become visible late. */
const overlapMs = dayMs;
/** The provider keeps events for 30 days. */
const keptMs = 30 * dayMs;

interface ReadingContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly payments: Payments;
}

/** Reads the provider's list of events, so that a delivery that was lost is made up for. */
export async function readEvents({ db, clock, log, payments }: ReadingContext): Promise<void> {
  const now = clock.now();
  const newest = await findNewestEventAt(db.global);
  const since = new Date(newest === null ? now.getTime() - keptMs : newest.getTime() - overlapMs);
  const events = await payments.listEvents(since);
  const added = await insertEvents(db.global, events, now);
  if (added > 0) log.warn({ added }, 'events of the payment provider had not been delivered');
}
