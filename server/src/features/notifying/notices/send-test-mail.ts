import { sql } from 'kysely';
import { AppError } from '@app/shared/base/errors.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { Mailer } from '../../../lib/mail/mailer.ts';
import { reasonOf, refusalOfAddress } from '../../../lib/mail/refusal.ts';
import { newMessageId } from '../../../lib/mail/message-id.ts';
import { admit } from '../../../lib/throttle.ts';
import { recordSent } from '../../accounts/sent-messages.ts';
import { stopAddress } from '../stop-address.ts';
import { testMail } from './notice-mail.ts';

type TestContext = Pick<Context, 'db' | 'clock' | 'random' | 'config' | 'mailer'>;

/** For one address in a quarter of an hour, and for all of an account together. */
const mostTests = 5;
const mostTestsOfTenant = 20;

/** Says what the mail server said; the owner may ask for any address of the account, everybody else for their own. */
export async function sendTestMail(ctx: TestContext, actor: Actor, emailAddressId: string): Promise<TestOutcome> {
  const { tenantId } = actor;
  const { mailer } = ctx;
  if (!actor.isOwner && emailAddressId !== actor.emailAddressId) throw new AppError('notFound');
  if (!mailer) throw new AppError('serviceOff');
  const address = await ctx.db.tenant(tenantId, (tx) => findTested(tx, tenantId, emailAddressId));
  if (!address) throw new AppError('notFound');
  // Anybody's address can be entered; only whoever has confirmed theirs gets mail because somebody presses a button.
  if (!address.takesMail) throw new AppError('addressUnverified');
  await admit(ctx, { subject: `test mail ${tenantId} ${emailAddressId}`, limit: mostTests });
  await admit(ctx, { subject: `test mails ${tenantId}`, limit: mostTestsOfTenant });
  return sendAndRecord({ ...ctx, mailer }, { tenantId, emailAddressId, email: address.email });
}

interface Tested {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly email: string;
}

async function sendAndRecord(
  ctx: TestContext & { readonly mailer: Mailer },
  { tenantId, emailAddressId, email }: Tested,
): Promise<TestOutcome> {
  const messageId = newMessageId(ctx);
  const mail = testMail({ email, publicUrl: ctx.config.publicUrl });
  const failure = await ctx.mailer.send({ ...mail, messageId }).then(
    () => null,
    (error: unknown) => ({ error: reasonOf(error), refusal: refusalOfAddress(error) }),
  );
  const now = ctx.clock.now();
  const error = failure?.error ?? null;
  await ctx.db.tenant(tenantId, async (tx) => {
    const recipient = { emailAddressId, channelId: null, recipient: email };
    await recordSent(tx, {
      tenantId,
      at: now,
      kind: 'test',
      channel: 'mail',
      ...recipient,
      subject: null,
      messageId,
      error,
    });
    const reason = failure?.refusal ?? null;
    if (reason !== null) await stopAddress(tx, { tenantId, emailAddressId, reason, now });
  });
  return { outcome: error === null ? 'sent' : 'failed', error };
}

async function findTested(
  tx: Tx,
  tenantId: string,
  emailAddressId: string,
): Promise<{ readonly email: string; readonly takesMail: boolean } | null> {
  const { rows } = await sql<{ email: string; takesMail: boolean }>`
    select e.email, e.is_primary or e.verified_at is not null as "takesMail"
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and e.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0] ?? null;
}
