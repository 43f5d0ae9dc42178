import { dayMs } from '@app/shared/base/time.ts';
import type { Context } from '../../../context.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { insertEvents } from './event-queries.ts';
import { handledEvents } from './handle-events.ts';
import { findReadThrough, noteReadThrough } from './provider-state-queries.ts';

/** Events are listed in the order of their creation, but a few may become visible late. */
const overlapMs = dayMs;
/** The provider keeps events for 30 days. */
const keptMs = 30 * dayMs;

interface ReadingContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly payments: Payments;
}

/**
 * Reads the provider's list of events since the last successful read, which recovers lost deliveries even after an
 * outage of days. Reading from the newest delivered event would miss lost events before it.
 */
export async function readEvents({ db, clock, log, payments }: ReadingContext): Promise<void> {
  const now = clock.now();
  const readThrough = await findReadThrough(db.global);
  const earliest = now.getTime() - keptMs;
  if (readThrough && readThrough.getTime() < earliest) {
    log.error({ readThrough }, 'events of the payment provider are lost; the comparison of invoices takes states over');
  }
  const since = readThrough ? Math.max(earliest, readThrough.getTime() - overlapMs) : earliest;
  const listed = await payments.listEvents(new Date(since));
  // The list also contains events that are not delivered, because nothing handles them.
  const events = listed.filter(({ type }) => handledEvents.includes(type));
  const added = await insertEvents(db.global, events, now);
  await noteReadThrough(db.global, now);
  if (added > 0) log.warn({ added }, 'events of the payment provider had not been delivered');
}
