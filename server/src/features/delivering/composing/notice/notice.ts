import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import { insertMessage } from '../../outbox/message-queries.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';
import { findMailable } from '../account/address-queries.ts';
import { stoppedMail, testMail } from './notice-mail.ts';
import { findOwnersAddress } from './notice-queries.ts';

export interface NewNotice {
  readonly tenantId: string;
  readonly kind: 'addressStopped' | 'channelStopped';
  /** The address or the name of the channel that was stopped. */
  readonly subject: string;
  readonly reason: string;
}

export type NoticeContext = Pick<Context, 'clock' | 'random'> & {
  readonly config: Pick<Context['config'], 'publicUrl'>;
};

/** Tells the owner; nothing when the owner's own address is the one that was stopped. */
export async function enqueueNotice(ctx: NoticeContext, tx: Tx, notice: NewNotice): Promise<void> {
  const owner = await findOwnersAddress(tx, notice.tenantId);
  if (!owner) return;
  const now = ctx.clock.now();
  await insertMessage(tx, {
    ...notice,
    messageId: newMessageId(ctx),
    transport: mailTransport.id,
    purpose: 'notice',
    emailAddressId: owner.emailAddressId,
    targetId: null,
    recipient: owner.email,
    sealedPayload: null,
    createdAt: now,
    dueAt: now,
  });
}

type ComposeContext = Pick<Context, 'db' | 'config'>;

export async function composeNotice({ db, config }: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId, kind, subject, reason } = message;
  const key = { tenantId, emailAddressId: emailAddressId ?? '0' };
  const address = await db.tenant(tenantId, (tx) => findMailable(tx, key));
  if (!address || address.isStopped) return { next: 'drop', reason: 'Nothing is sent to the owner any more' };
  const { email } = address;
  const { publicUrl } = config;
  const isChannel = kind === 'channelStopped';
  return {
    next: 'send',
    mail: stoppedMail({
      kind: isChannel ? 'channelStopped' : 'addressStopped',
      email,
      subject: subject ?? '',
      reason: reason ?? '',
      publicUrl,
    }),
  };
}

export async function composeTestMail({ db, config }: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId } = message;
  const key = { tenantId, emailAddressId: emailAddressId ?? '0' };
  const address = await db.tenant(tenantId, (tx) => findMailable(tx, key));
  if (!address?.takesMail) return { next: 'drop', reason: 'The address is not confirmed any more' };
  return { next: 'send', mail: testMail({ email: address.email, publicUrl: config.publicUrl }) };
}
