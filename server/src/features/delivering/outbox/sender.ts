import type { Tx } from '../../../lib/db/db.ts';
import type { Backoff } from '../../../lib/backoff.ts';
import type { ClaimedMessage, Outcome, PreparedMessage } from './message.ts';

export interface SendingLimits {
  /** Messages under way in one process, over all tenants. */
  readonly atOnce: number;
  readonly perTenant: number;
  readonly perHost: number;
  /** One recipient's messages arrive in the order in which they were made up: one at a time. */
  readonly keepsOrder: boolean;
  /** The longest that sending one message may take, from the first byte to the last. */
  readonly deadlineMs: number;
  readonly backoff: Backoff;
  readonly mostAttempts: number;
}

/** A transport as the engine sees it. */
export interface Sender {
  readonly transport: string;
  readonly limits: SendingLimits;
  /** Asks again whether the recipient may and wants to be told, and composes. */
  prepare(message: ClaimedMessage): Promise<PreparedMessage>;
  /** Draws the consequences for the recipient, in the transaction that settles the message. */
  conclude(tx: Tx, message: ClaimedMessage, outcome: Outcome): Promise<Conclusion>;
}

export type Conclusion =
  /** The transport's own back-off and number of attempts apply. */
  | { readonly next: 'usual' }
  | { readonly next: 'retry'; readonly at: Date }
  /** The message is not tried again. */
  | { readonly next: 'give up' };

export const usual: Conclusion = { next: 'usual' };
