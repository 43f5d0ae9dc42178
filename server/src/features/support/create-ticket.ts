import { AppError } from '@app/shared/base/errors.ts';
import { isEmail } from '@app/shared/domain/inputs/email-address.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { admit } from '../../lib/throttle.ts';
import { enqueueAccountMail } from '../delivering/outbox/account-mail.ts';
import { ticketMail, type Ticket } from './ticket-mail.ts';

type TicketContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'mailer'> & {
  readonly log: Pick<Context['log'], 'info'>;
};

/** Limit per tenant within the window of the throttle. */
const ticketsInARow = 10;

/** Enqueues the ticket as a mail to support. A reply goes to the contact of the ticket. */
export async function createTicket(ctx: TicketContext, actor: Actor, ticket: Ticket): Promise<void> {
  const { mailer, config } = ctx;
  // The check also refuses line breaks, which would add a mail header.
  if (!isEmail(ticket.email)) throw new AppError('invalidEmail');
  if (!mailer || !config.supportEmail) throw new AppError('serviceOff');
  await admit(ctx, { subject: `ticket:${actor.tenantId}`, limit: ticketsInARow });
  const { tenantId, emailAddressId } = actor;
  const mail = { ...ticketMail(ticket, actor), to: config.supportEmail, replyTo: ticket.email };
  const message = { tenantId, emailAddressId, kind: 'ticket', mail, expiresAt: null } as const;
  await ctx.db.tenant(tenantId, (tx) => enqueueAccountMail(ctx, tx, message));
  ctx.log.info({ tenantId, category: ticket.category }, 'a ticket was written');
}
