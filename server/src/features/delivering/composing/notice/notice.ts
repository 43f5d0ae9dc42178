import type { Context } from '../../../../context.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import type { ComposedMail } from '../../transports/composed-mail.ts';
import { hasBrokenConnection } from '../../../connections/standing-queries.ts';
import { findMailable } from '../account/address-queries.ts';
import { listAuthorizedAt } from './expiry-queries.ts';
import { isLostAccount } from './loss-queries.ts';
import { isNoticeKind, noticeMail, testMail } from './notice-mail.ts';
import { dayOfExpiry } from './tell-of-expiry.ts';

type ComposeContext = Pick<Context, 'db' | 'config'>;

export async function composeNotice({ db, config }: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId, kind, subject, reason } = message;
  const key = { tenantId, emailAddressId: emailAddressId ?? '0' };
  const { address, isLost, isBroken, authorizedAt } = await db.tenant(tenantId, async (tx) => ({
    address: await findMailable(tx, key),
    isLost: await isLostAccount(tx, tenantId, subject ?? ''),
    isBroken: await hasBrokenConnection(tx, tenantId, subject ?? ''),
    authorizedAt: await listAuthorizedAt(tx, tenantId),
  }));
  if (!address?.isVerified || address.isStopped)
    return { next: 'drop', reason: 'Nothing is sent to the owner any more' };
  if (!isNoticeKind(kind)) return { next: 'drop', reason: `No notice is called ${kind}` };
  if (kind === 'authorizationLost' && !isLost) return { next: 'drop', reason: 'The account is authorized again' };
  // The account is known by the day that the notice names, because it may have got another name since.
  if (kind === 'authorizationExpires' && !authorizedAt.some((at) => dayOfExpiry(at) === reason)) {
    return { next: 'drop', reason: 'The account is authorized again, or is being deleted' };
  }
  if (kind === 'connectionBroken' && !isBroken) return { next: 'drop', reason: 'The connection works again' };
  const { email } = address;
  const { publicUrl } = config;
  return { next: 'send', mail: noticeMail({ kind, email, subject: subject ?? '', reason: reason ?? '', publicUrl }) };
}

export async function composeTestMail({ db, config }: ComposeContext, message: ClaimedMessage): Promise<ComposedMail> {
  const { tenantId, emailAddressId } = message;
  const key = { tenantId, emailAddressId: emailAddressId ?? '0' };
  const address = await db.tenant(tenantId, (tx) => findMailable(tx, key));
  if (!address?.isVerified) return { next: 'drop', reason: 'The address is not verified any more' };
  return { next: 'send', mail: testMail({ email: address.email, publicUrl: config.publicUrl }) };
}
