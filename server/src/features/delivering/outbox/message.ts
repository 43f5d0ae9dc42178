/** The reason for a message; each purpose has its own composer. */
export type Purpose = 'alert' | 'digest' | 'notice' | 'account' | 'test' | 'spreadsheet' | 'event';

export interface MessageKey {
  readonly tenantId: string;
  readonly messageId: string;
}

/** A message before it is composed. */
export interface NewMessage extends MessageKey {
  readonly transport: string;
  readonly purpose: Purpose;
  /** The address that receives the message and whose user may see it in the log. */
  readonly emailAddressId: string | null;
  /** Id of the browser or channel that receives the message. */
  readonly targetId: string | null;
  /** The name of the recipient in the delivery log. */
  readonly recipient: string;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly sealedPayload: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** A message that this process sends; another process may claim it when the lease ends. */
export interface ClaimedMessage extends Omit<NewMessage, 'dueAt'> {
  readonly localDay: string | null;
  readonly attempts: number;
  /** The error of the latest attempt. */
  readonly lastError: string | null;
  readonly claimedBy: string;
  /** Whether the service of the tenant was on at the claim. */
  readonly isServed: boolean;
}

/** The result of sending to a recipient. */
export type Outcome =
  | { readonly outcome: 'sent' }
  /** The recipient refuses this message permanently, but may accept others. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** The address may no longer exist. */
  | { readonly outcome: 'gone'; readonly error: string; readonly isCertain: boolean }
  /** The message may be sent again, not before `after` if the recipient gave a time. */
  | { readonly outcome: 'later'; readonly error: string; readonly after: Date | null; readonly isUnreachable: boolean };

/** The result of an attempt that did not deliver the message. */
export type Failure = Exclude<Outcome, { readonly outcome: 'sent' }>;

/** A composed message that may still be sent. */
export interface ReadyMessage {
  readonly next: 'send';
  /** The host whose limits apply; `null` for transports with a single server. */
  readonly host: string | null;
  send(signal: AbortSignal): Promise<Outcome>;
}

export type PreparedMessage =
  | ReadyMessage
  /** The recipient no longer wants or may receive the message. */
  | { readonly next: 'drop'; readonly reason: string }
  /** The message must wait; no attempt is counted. */
  | { readonly next: 'wait'; readonly until: Date };
