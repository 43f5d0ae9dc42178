/** The reason for a message; each purpose is composed in its own way. */
export type Purpose = 'alert' | 'digest' | 'notice' | 'account' | 'test';

export interface MessageKey {
  readonly tenantId: string;
  readonly messageId: string;
}

/** A message before it is composed. */
export interface NewMessage extends MessageKey {
  readonly transport: string;
  readonly purpose: Purpose;
  /** The address that it goes to, and that may see it in the log. */
  readonly emailAddressId: string | null;
  /** The browser or the channel that it goes to. */
  readonly targetId: string | null;
  /** The recipient as the delivery log names it. */
  readonly recipient: string;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly sealedPayload: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** A message that one process sends: another may claim it when the lease ends. */
export interface ClaimedMessage extends Omit<NewMessage, 'dueAt'> {
  readonly localDay: string | null;
  readonly attempts: number;
  /** The reason that it was not taken the last time. */
  readonly lastError: string | null;
  readonly claimedBy: string;
}

/** The answer of a recipient. */
export type Outcome =
  | { readonly outcome: 'sent' }
  /** This message is refused for good; another may be taken. */
  | { readonly outcome: 'refused'; readonly error: string }
  /** The address may not exist any more. */
  | { readonly outcome: 'gone'; readonly error: string; readonly isCertain: boolean }
  /** Worth another try, not before `after` where the recipient said so. */
  | { readonly outcome: 'later'; readonly error: string; readonly after: Date | null; readonly isUnreachable: boolean };

/** A message that is composed and may still be sent. */
export interface ReadyMessage {
  readonly next: 'send';
  /** Limits how many messages wait for one host; `null` where the transport has one server. */
  readonly host: string | null;
  send(signal: AbortSignal): Promise<Outcome>;
}

export type PreparedMessage =
  | ReadyMessage
  /** The message is not wanted any more. */
  | { readonly next: 'drop'; readonly reason: string }
  /** Not now; no attempt is counted. */
  | { readonly next: 'wait'; readonly until: Date };
