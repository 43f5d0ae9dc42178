import { mail as mailTransport } from '@app/shared/transports/mail.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { newMessageId, type Sender } from '../../../lib/mail/message-id.ts';
import { insertMessage } from './message-queries.ts';
import { findOwnersAddress } from './owner-queries.ts';

/**
 * `authorizationLost`: a seller account must be authorised again. `authorizationExpires`: a seller account must be
 * authorised again before a certain day. `connectionBroken`: a connection to another service does not work. The other
 * kinds: sending to the subject was stopped.
 */
export type NoticeKind =
  | 'addressStopped'
  | 'channelStopped'
  | 'hookEnded'
  | 'authorizationLost'
  | 'authorizationExpires'
  | 'connectionBroken';

interface NewNotice {
  readonly tenantId: string;
  readonly kind: NoticeKind;
  /** The name of the address, channel, seller account or connection. */
  readonly subject: string;
  readonly reason: string;
}

export interface NoticeContext extends Sender {
  readonly clock: Pick<Clock, 'now'>;
}

/** Enqueues a notice to the owner. Returns false if the owner's address is unconfirmed or sending to it was stopped. */
export async function enqueueNotice(ctx: NoticeContext, tx: Tx, notice: NewNotice): Promise<boolean> {
  const owner = await findOwnersAddress(tx, notice.tenantId);
  if (!owner) return false;
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
  return true;
}
