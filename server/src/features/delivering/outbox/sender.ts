import type { Tx } from '../../../lib/db/db.ts';
import type { Backoff } from '../../../lib/backoff.ts';
import type { ClaimedMessage, Failure, PreparedMessage } from './message.ts';

interface SendingLimits {
  /** Maximum number of messages being sent in one process, over all tenants. */
  readonly atOnce: number;
  readonly perTenant: number;
  readonly perHost: number;
  /** Whether the messages of one recipient must arrive in their order, so that only one is sent at a time. */
  readonly keepsOrder: boolean;
  /** Time limit for sending one message. */
  readonly deadlineMs: number;
  readonly backoff: Backoff;
  readonly mostAttempts: number;
}

/** A transport, as the outbox uses it. */
export interface Sender {
  readonly transport: string;
  readonly limits: SendingLimits;
  /** All messages go to one server, whose outage operators have to see. Others have servers that their readers choose. */
  readonly hasOneServer?: true;
  /** Checks again whether the recipient may receive and wants the message, and composes it. */
  prepare(message: ClaimedMessage): Promise<PreparedMessage>;
  /** Applies a failure to the recipient, for example stops an address, in the transaction that settles the message. */
  conclude(tx: Tx, message: ClaimedMessage, failure: Failure): Promise<Conclusion>;
  /**
   * Applies a success to the recipient or the server, after it was recorded. If the process dies or the database goes
   * away in between, this is left to the next message.
   */
  noteSuccess?(message: ClaimedMessage): Promise<void>;
}

export type Conclusion =
  /** The transport's own back-off and number of attempts apply. */
  | { readonly next: 'usual' }
  | { readonly next: 'retry'; readonly at: Date }
  /** The message is tried again when the server may be back. Its outage does not count as an attempt. */
  | { readonly next: 'wait'; readonly at: Date }
  /** The message is not tried again. */
  | { readonly next: 'give up' };

export const usual: Conclusion = { next: 'usual' };
