import { AppError } from '@app/shared/base/errors.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../http/actor.ts';
import { newMessageId } from '../../../../lib/mail/message-id.ts';
import { admit } from '../../../../lib/throttle.ts';
import { outcomeOfTest, sendAtOnce } from '../../outbox/send-at-once.ts';
import { findMailable } from '../account/address-queries.ts';
import { mailSender } from '../mail-composers.ts';

type TestContext = Pick<Context, 'db' | 'clock' | 'random' | 'config' | 'mailer' | 'keys' | 'pictures' | 'log'>;

/** Limits within 15 minutes: for one address, and for all of a tenant together. */
const mostTests = 5;
const mostTestsOfTenant = 20;

/** Returns the mail server's answer. The owner may test every address of the tenant, others only their own. */
export async function sendTestMail(ctx: TestContext, actor: Actor, emailAddressId: string): Promise<TestOutcome> {
  const { tenantId } = actor;
  if (!actor.isOwner && emailAddressId !== actor.emailAddressId) throw new AppError('notFound');
  const sender = mailSender(ctx);
  if (!sender) throw new AppError('serviceOff');
  const address = await ctx.db.tenant(tenantId, (tx) => findMailable(tx, { tenantId, emailAddressId }));
  if (!address) throw new AppError('notFound');
  // Unconfirmed addresses get no test mail, because anybody can enter any address.
  if (!address.isVerified) throw new AppError('addressUnverified');
  await admit(ctx, { subject: `test mail ${tenantId} ${emailAddressId}`, limit: mostTests });
  await admit(ctx, { subject: `test mails ${tenantId}`, limit: mostTestsOfTenant });
  const tried = await sendAtOnce(ctx, sender, {
    tenantId,
    messageId: newMessageId(ctx),
    transport: sender.transport,
    purpose: 'test',
    emailAddressId,
    targetId: null,
    recipient: address.email,
    kind: 'test',
    subject: null,
    reason: null,
    sealedPayload: null,
  });
  return outcomeOfTest(tried);
}
