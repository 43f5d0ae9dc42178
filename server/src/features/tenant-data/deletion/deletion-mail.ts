import type { Context } from '../../../context.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { composeLetter, type LetterContent } from '../../../lib/mail/letter.ts';
import { messageIdOf, type Sender } from '../../../lib/mail/message-id.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { findPrimaryAddress } from '../../delivering/outbox/owner-queries.ts';

type MailKind = 'planned' | 'takenBack' | 'begun';

interface DeletionMail {
  readonly tenantId: string;
  readonly kind: MailKind;
  /** The instant of the planned deletion, or of the event that the mail tells. */
  readonly at: Date;
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

type Words = Pick<LetterContent, 'subject' | 'paragraphs' | 'otherwise'> & { readonly label: string };

const wordsOf: Readonly<Record<MailKind, (day: string) => Words>> = {
  planned: (day) => ({
    subject: `Your Watchpost account will be deleted on ${day}`,
    paragraphs: [
      'The deletion of your account was requested. Its products are not watched any more, and no alerts are sent.',
      `On ${day} everything is deleted and cannot be restored: seller accounts, products, alerts, users and settings. Usage until today is billed first. We keep the invoices, as the law requires.`,
      'Until then you can log in, download all data and take the deletion back with one click.',
    ],
    label: 'Keep the account',
    otherwise: 'If you did not expect this, log in, take it back and change your password.',
  }),
  takenBack: () => ({
    subject: 'Your Watchpost account stays',
    paragraphs: [
      'The deletion of your account was taken back. Everything is there, and its products are watched while it is in its trial or paid for.',
    ],
    label: 'Open Watchpost',
  }),
  begun: () => ({
    subject: 'Your Watchpost account is deleted',
    paragraphs: [
      'As requested, your account and all of its data are deleted now. We have given up our access to other services.',
      'Amazon lists us among the apps of your seller account until you remove us there; we have forgotten its permission.',
    ],
    label: 'Visit Watchpost',
  }),
};

/** Enqueues a mail to the owner in the caller's transaction. A mail about the same event is sent once. */
export async function enqueueDeletionMail(
  ctx: Pick<Context, 'clock' | 'random' | 'keys'> & Pick<Sender, 'config'>,
  tx: Tx,
  { tenantId, kind, at }: DeletionMail,
): Promise<void> {
  const owner = await findPrimaryAddress(tx, tenantId);
  if (!owner) return;
  const { emailAddressId, email } = owner;
  const { label, ...words } = wordsOf[kind](date.format(at));
  const path = kind === 'begun' ? '' : '/settings#data';
  const mail = composeLetter(email, {
    ...words,
    action: { label, url: `${ctx.config.publicUrl}${path}` },
    why: `You get this because ${email} owns this account.`,
  });
  const messageId = messageIdOf(ctx, [tenantId, 'deletion', kind, at.toISOString()]);
  await enqueueAccountMail(ctx, tx, { tenantId, emailAddressId, kind: 'deletion', mail, expiresAt: null, messageId });
}
