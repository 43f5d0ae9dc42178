import { AppError } from '@app/shared/base/errors.ts';
import { cleanEmail, isEmail } from '@app/shared/domain/email-address.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { newMessageId, sendNow } from '../../lib/mail/send-now.ts';
import { admit } from '../../lib/throttle.ts';
import { ticketMail, type Ticket } from './ticket-mail.ts';

type TicketContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'mailer'> & {
  readonly log: Pick<Context['log'], 'info'>;
};

/** Of one tenant, in a row. */
const ticketsInARow = 10;

/** Mails the ticket to support, to be answered to its contact. Resolves once the mail server has it. */
export async function createTicket(ctx: TicketContext, actor: Actor, input: Ticket): Promise<void> {
  const { mailer, config } = ctx;
  const ticket = { ...input, email: cleanEmail(input.email) };
  // No line break gets through: it would write a header of its own.
  if (!isEmail(ticket.email)) throw new AppError('invalidEmail');
  if (!mailer || !config.supportEmail) throw new AppError('serviceOff');
  await admit(ctx, { subject: `ticket:${actor.tenantId}`, limit: ticketsInARow });
  const messageId = newMessageId(ctx);
  await sendNow(mailer, { ...ticketMail(ticket, actor), to: config.supportEmail, replyTo: ticket.email, messageId });
  ctx.log.info({ tenantId: actor.tenantId, messageId, category: ticket.category }, 'a ticket was sent');
}
