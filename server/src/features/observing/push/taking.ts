import type { Queue } from '../../../lib/jobs/queue.ts';
import type { ObservingContext } from '../worker-context.ts';
import type { Notification } from './notification.ts';
import type { Subscriber } from './subscription-queries.ts';

export interface TakingContext extends Pick<ObservingContext, 'config' | 'db' | 'clock' | 'log' | 'judging'> {
  readonly queue: Pick<Queue, 'send'>;
}

/** A notification that one tenant takes. */
export interface TenantMessage {
  /** The time of the message, never later than our clock. */
  readonly notification: Notification;
  readonly isDatedAhead: boolean;
  readonly subscriber: Subscriber & { readonly sellingPartnerId: string };
}
