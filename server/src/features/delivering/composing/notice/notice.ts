import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import { insertMessage } from '../../outbox/message-queries.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';
import { findMailable } from '../account/address-queries.ts';
import { hasLostAccount } from './loss-queries.ts';
import { isNoticeKind, noticeMail, testMail, type NoticeKind } from './notice-mail.ts';
import { findOwnersAddress } from './notice-queries.ts';

export interface NewNotice {
  readonly tenantId: string;
  readonly kind: NoticeKind;
  /** The name of the address, channel or seller account. */
  readonly subject: string;
  readonly reason: string;
}

export type NoticeContext = Pick<Context, 'clock' | 'random'> & {
  readonly config: Pick<Context['config'], 'publicUrl'>;
};

/** Enqueues a notice to the owner, unless the stopped address is the owner's own. */
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
  const { address, isLost } = await db.tenant(tenantId, async (tx) => ({
    address: await findMailable(tx, key),
    isLost: await hasLostAccount(tx, tenantId),
  }));
  if (!address || address.isStopped) return { next: 'drop', reason: 'Nothing is sent to the owner any more' };
  if (!isNoticeKind(kind)) return { next: 'drop', reason: `No notice is called ${kind}` };
  if (kind === 'authorizationLost' && !isLost) return { next: 'drop', reason: 'The account is authorized again' };
  const { email } = address;
  const { publicUrl } = config;
  return { next: 'send', mail: noticeMail({ kind, email, subject: subject ?? '', reason: reason ?? '', publicUrl }) };
}

export async function composeTestMail({ db, config }: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId } = message;
  const key = { tenantId, emailAddressId: emailAddressId ?? '0' };
  const address = await db.tenant(tenantId, (tx) => findMailable(tx, key));
  if (!address?.takesMail) return { next: 'drop', reason: 'The address is not confirmed any more' };
  return { next: 'send', mail: testMail({ email: address.email, publicUrl: config.publicUrl }) };
}
