import type { ObservingContext } from '../worker-context.ts';
import type { Notification } from './notification.ts';
import type { Subscriber } from './subscription-queries.ts';

export type TakingContext = Pick<ObservingContext, 'config' | 'db' | 'clock' | 'log' | 'judging' | 'queue'>;

/** A notification that one tenant takes. */
export interface TenantMessage {
  /** The time of the message, never later than our clock. */
  readonly notification: Notification;
  readonly isDatedAhead: boolean;
  readonly subscriber: Subscriber & { readonly sellingPartnerId: string };
}
