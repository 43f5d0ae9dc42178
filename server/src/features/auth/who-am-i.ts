import { isServedStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { isAuthenticated } from '@app/shared/contract/auth.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { getPerson, seesAllAccounts } from '../accounts/queries.ts';
import { isLocked } from '../accounts/verification/email-verification.ts';
import { chatIdentity } from './chat-identity.ts';

/** The progress of the tenant's first seller account, read by a function that `api.ts` passes in. */
interface SetupFacts {
  readonly firstSellerAccountCreatedAt: Date | null;
  readonly anySellerAccountSetupCompleted: boolean;
}

export interface WhoAmIContext extends Pick<Context, 'db' | 'clock' | 'config'> {
  findSetupFacts(tx: Tx, tenantId: string): Promise<SetupFacts>;
  /** Returns the status at an instant, in the future as far as it is known now. */
  findPaymentStatus(tx: Tx, tenantId: string, at: Date): Promise<number>;
  findDeletion(tx: Tx, tenantId: string): Promise<{ readonly dueAt: Date } | null>;
}

/** Returns the logged-in user and the progress of the account's set-up. */
export function whoAmI(ctx: WhoAmIContext, actor: Actor): Promise<Answer<typeof isAuthenticated>> {
  const now = ctx.clock.now();
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const { firstName, lastName, isVerified, verificationSentAt, nextDigestAt } = await getPerson(tx, actor);
    const deletion = await ctx.findDeletion(tx, actor.tenantId);
    const setup = await ctx.findSetupFacts(tx, actor.tenantId);
    const isServedAt = async (at: Date) => isServedStatus(await ctx.findPaymentStatus(tx, actor.tenantId, at));
    // A digest that is due after the end of the service is not sent, and its due time stays until then.
    const isSent = nextDigestAt !== null && deletion === null && (await isServedAt(nextDigestAt));
    return {
      email: actor.email,
      emailAddressId: actor.emailAddressId,
      emailVerified: isVerified,
      verificationEmailSent: isLocked(verificationSentAt, now),
      anySellerAccountSetupCompleted: setup.anySellerAccountSetupCompleted,
      paymentStatus: await ctx.findPaymentStatus(tx, actor.tenantId, now),
      secondsSinceFirstSellerAccountCreated: secondsSince(setup.firstSellerAccountCreatedAt, now),
      ...chatIdentity(ctx.config.chat, actor, now),
      isOwner: actor.isOwner,
      maySetWatchdogs: await seesAllAccounts(tx, actor),
      firstName,
      lastName,
      nextDigestAt: isSent ? nextDigestAt.toISOString() : null,
      lacksTwoFactor: actor.lacksTwoFactor ?? false,
      deletedAt: deletion?.dueAt.toISOString() ?? null,
    };
  });
}

const secondsSince = (instant: Date | null, now: Date): number | null =>
  instant && Math.max(0, Math.floor((now.getTime() - instant.getTime()) / 1000));
