import type * as z from 'zod/mini';
import { dayMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { addUser as addUserCall } from '@app/shared/contract/accounts.ts';
import { cleanEmail, isEmail } from '@app/shared/domain/inputs/email-address.ts';
import { winterOffsetMinutes } from '@app/shared/domain/clock/local-clock.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { lockTenant } from '../../lib/db/lock-tenant.ts';
import { admit } from '../../lib/throttle.ts';
import { recordAudit } from './audit-queries.ts';
import { getTenant, type AddressKey } from './queries.ts';
import { replaceLogins } from './settings/settings-write-queries.ts';
import { findAddress } from './verification/email-verification-queries.ts';
import { findMember, insertUser, makeUser } from './team-queries.ts';

type Body = z.output<typeof addUserCall.body>;

interface Invitation extends AddressKey {
  readonly email: string;
  readonly purpose: 'invitation';
  readonly invitedBy: string;
}

export type TeamContext = Pick<Context, 'db' | 'clock' | 'mailer'> & {
  /** Mails the link with which the invited person chooses a password. */
  invite(invitation: Invitation): Promise<void>;
};

/** The limit of invitations per tenant and day, because invitations go to people who may not have asked for them. */
const mostInvitations = 30;

/**
 * Invites a new address, or makes a user of an address that only receives mail so far. A user who was invited and has
 * not chosen a password is invited again, because the first mail may have been lost.
 */
export async function addUser(ctx: TeamContext, actor: Actor, body: Body): Promise<{ emailAddressId: string }> {
  const { tenantId } = actor;
  const email = cleanEmail(body.email);
  if (!isEmail(email)) throw new AppError('invalidEmail');
  if (!ctx.mailer) throw new AppError('serviceOff');
  const owner = await ctx.db.tenant(tenantId, (tx) => findAddress(tx, actor));
  if (!owner?.isOwnerVerified) throw new AppError('ownerUnverified');
  await admit(ctx, { subject: `invitations:${tenantId}`, limit: mostInvitations, windowMs: dayMs });
  const { user, companyName } = await ctx.db.tenant(tenantId, async (tx) => ({
    user: await admitUser(ctx, tx, { actor, body: { ...body, email } }),
    companyName: (await getTenant(tx, tenantId)).companyName,
  }));
  await ctx.invite({ tenantId, ...user, purpose: 'invitation', invitedBy: companyName });
  return { emailAddressId: user.emailAddressId };
}

async function admitUser(
  ctx: TeamContext,
  tx: Tx,
  { actor, body }: { readonly actor: Actor; readonly body: Body },
): Promise<{ readonly emailAddressId: string; readonly email: string }> {
  const { tenantId } = actor;
  const now = ctx.clock.now();
  await lockTenant(tx, tenantId);
  const member = await findMember(tx, tenantId, body.email);
  if (member?.hasPassword) throw new AppError('userListed');
  const { email } = member ?? body;
  const { firstName, lastName } = body;
  const timezoneOffsetMinutes = winterOffsetMinutes(body.timezoneOffsetMins, now);
  if (member) await makeUser(tx, { tenantId, emailAddressId: member.emailAddressId, firstName, lastName });
  const emailAddressId =
    member?.emailAddressId ?? (await insertUser(tx, { ...body, tenantId, timezoneOffsetMinutes, now }));
  const hasLogin = await replaceLogins(tx, tenantId, { before: [emailAddressId], after: [{ emailAddressId, email }] });
  if (!hasLogin) throw new AppError('loginTaken');
  const action = member ? (member.isUser ? 'user invited again' : 'recipient made a user') : 'user added';
  const details = { name: { to: `${firstName} ${lastName}` } };
  await recordAudit(tx, [{ tenantId, at: now, actor: actor.email, action, subject: email, details }]);
  return { emailAddressId, email };
}
