import type { Mail } from '../../../lib/mail/mailer.ts';
import type { ClaimedMessage, Purpose } from '../outbox/message.ts';

export type ComposedMail =
  | { readonly next: 'send'; readonly mail: Omit<Mail, 'messageId'> }
  | { readonly next: 'drop'; readonly reason: string }
  | { readonly next: 'wait'; readonly until: Date };

export type MailComposers = Readonly<Partial<Record<Purpose, (message: ClaimedMessage) => Promise<ComposedMail>>>>;
