import { dayMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { admit, secondsUntil } from '../../../lib/throttle.ts';
import { enqueueAccountMail } from '../../delivering/outbox/account-mail.ts';
import { recordAudit } from '../audit-queries.ts';
import {
  confirmAddress,
  findAddress,
  findLinkSentAt,
  lockSentLink,
  putVerification,
  type Address,
  type SentLink,
} from './email-verification-queries.ts';
import type { AddressKey } from '../queries.ts';
import { verificationMail } from './verification-mail.ts';

/** Specification, section 4: sending is blocked for 30 s after a mail. */
const lockMs = 30_000;
const lifetimeMs = 2 * dayMs;

/** Whether sending another link is still blocked. */
export const isLocked = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() < lockMs;

/**
 * The limits of links per day: to one mailbox from all tenants together, and from one tenant to addresses other than
 * the owner's. Links go to people who may not have asked for them.
 */
const mostLinks = { mailbox: 5, tenant: 20 } as const;

type VerificationContext = Pick<Context, 'db' | 'clock' | 'random' | 'mailer' | 'config' | 'keys' | 'log'>;

/** Sends a verification link. The owner may send it to every address of the account, other users only to their own. */
export async function sendVerification(ctx: VerificationContext, actor: Actor, emailAddressId: string): Promise<void> {
  if (!actor.isOwner && emailAddressId !== actor.emailAddressId) throw new AppError('notFound');
  await mailVerification(ctx, { tenantId: actor.tenantId, emailAddressId });
}

/**
 * Sends a verification link, unless the address is confirmed and still receives mail. Throws for an address other than
 * the owner's while the owner's address is unconfirmed.
 */
export async function mailVerification(ctx: VerificationContext, key: AddressKey): Promise<void> {
  if (!ctx.mailer) throw new AppError('serviceOff');
  const { found, sentAt } = await ctx.db.tenant(key.tenantId, async (tx) => ({
    found: await findAddress(tx, key),
    sentAt: await findLinkSentAt(tx, key),
  }));
  if (!found) throw new AppError('notFound');
  if (found.isVerified && !found.isStopped) return;
  if (!found.isPrimary && !found.isOwnerVerified) throw new AppError('ownerUnverified');
  // Requests that send no link must not use up the links of the day.
  refuseWhileLocked(sentAt, ctx.clock.now());
  await admitLink(ctx, key.tenantId, found);
  await enqueueLink(ctx, key);
}

function refuseWhileLocked(sentAt: Date | null, now: Date): void {
  if (sentAt === null || !isLocked(sentAt, now)) return;
  const retryAfterSeconds = secondsUntil(new Date(sentAt.getTime() + lockMs), now);
  throw new AppError('tooManyRequests', { retryAfterSeconds });
}

const enoughForToday = 'No more links are sent there today. Please try again tomorrow';

async function admitLink(
  ctx: Pick<Context, 'db' | 'clock'>,
  tenantId: string,
  { email, isPrimary }: Address,
): Promise<void> {
  const rule = { windowMs: dayMs, text: enoughForToday };
  await admit(ctx, { ...rule, subject: `links to:${email.toLowerCase()}`, limit: mostLinks.mailbox });
  if (!isPrimary) await admit(ctx, { ...rule, subject: `links of:${tenantId}`, limit: mostLinks.tenant });
}

async function enqueueLink(ctx: VerificationContext, key: AddressKey): Promise<void> {
  const secret = ctx.random.token();
  await ctx.db.tenant(key.tenantId, async (tx) => {
    const address = await findAddress(tx, key);
    if (!address) throw new AppError('notFound');
    const sentAt = ctx.clock.now();
    const expiresAt = new Date(sentAt.getTime() + lifetimeMs);
    const isNew = await putVerification(
      tx,
      {
        ...key,
        tokenHash: hashToken(secret),
        email: address.email,
        sentAt,
        expiresAt,
      },
      new Date(sentAt.getTime() - lockMs),
    );
    if (!isNew) throw new AppError('tooManyRequests', { retryAfterSeconds: lockMs / 1000 });
    const url = `${ctx.config.publicUrl}/verifyemail#${key.tenantId}.${secret}`;
    const mail = verificationMail({ email: address.email, url });
    await enqueueAccountMail(ctx, tx, { ...key, kind: 'verification', mail, expiresAt });
  });
}

const linkToken = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{20,})$/;

/**
 * Confirms the address without a login. A link that is opened again is answered as at the first time: people open it on
 * a second device, and the first answer may have been lost.
 * @param token the tenant id and the secret of the link
 */
export async function confirmEmail(ctx: Pick<Context, 'db' | 'clock'>, token: string): Promise<void> {
  const [, tenantId, secret] = linkToken.exec(token) ?? [];
  if (tenantId === undefined || secret === undefined) throw new AppError('verificationExpired');
  const now = ctx.clock.now();
  await ctx.db.tenant(tenantId, async (tx) => {
    const link = await lockSentLink(tx, { tenantId, tokenHash: hashToken(secret), now });
    if (link === null) throw new AppError('verificationExpired');
    const { email, emailAddressId } = link;
    if (!isNews(link)) return;
    await confirmAddress(tx, { tenantId, emailAddressId }, now);
    await recordAudit(tx, [{ tenantId, at: now, actor: email, action: 'address confirmed', subject: email }]);
    // The warning on the dashboard that this address receives no mail may have to disappear.
    await nextWorldVersion(tx, tenantId);
  });
}

/**
 * Whether following the link changes anything: the address is unconfirmed, or its mail server has refused it before the
 * link was sent. A link that was sent before the refusal does not prove that the address accepts mail again.
 */
function isNews({ isVerified, stoppedAt, sentAt }: SentLink): boolean {
  if (!isVerified) return true;
  if (stoppedAt === null) return false;
  if (sentAt < stoppedAt) throw new AppError('verificationExpired');
  return true;
}
