import { hourMs } from '@app/shared/base/time.ts';
import { mail as declaration } from '@app/shared/transports/mail.ts';
import type { Context } from '../../../context.ts';
import type { Mail, Mailer } from '../../../lib/mail/mailer.ts';
import { isServerAway, reasonOf, refusalOfAddress } from '../../../lib/mail/refusal.ts';
import type { Outcome } from '../outbox/message.ts';
import type { Sender } from '../outbox/sender.ts';
import { MailServer } from './mail-server.ts';
import { stopAddress } from './stop-address.ts';
import type { MailComposers } from './composed-mail.ts';

type MailContext = Pick<Context, 'clock' | 'random' | 'config'> & { readonly mailer: Mailer };

/**
 * More mails are taken than the mail server has connections, so that the next mails are composed while others are being
 * sent.
 */
const mailsPerConnection = 2;
const leastTenants = 2;

export function createMailSender(ctx: MailContext, composers: MailComposers): Sender {
  const { mailer, clock, config } = ctx;
  const server = new MailServer(clock);
  const atOnce = (config.mail?.connections ?? 1) * mailsPerConnection;
  return {
    transport: declaration.id,
    hasOneServer: true,
    limits: {
      atOnce,
      perTenant: Math.ceil(atOnce / leastTenants),
      perHost: atOnce,
      keepsOrder: false,
      deadlineMs: 20_000,
      backoff: { firstMs: 30_000, longestMs: hourMs },
      mostAttempts: 24,
    },
    async prepare(message) {
      const compose = composers[message.purpose];
      if (!compose) throw new Error(`No mail is composed for the purpose ${message.purpose}`);
      const composed = await compose(message);
      if (composed.next !== 'send') return composed;
      const mail = { ...composed.mail, messageId: message.messageId };
      return { next: 'send', host: null, send: (signal) => send(mailer, mail, signal) };
    },
    async conclude(tx, message, failure) {
      const { tenantId, emailAddressId, recipient } = message;
      const conclusion = server.conclude(message, failure);
      if (failure.outcome !== 'gone' || emailAddressId === null) return conclusion;
      const stop = { tenantId, emailAddressId, email: recipient, reason: failure.error, now: clock.now() };
      await stopAddress(ctx, tx, stop);
      return conclusion;
    },
    async noteSuccess() {
      server.noteAnswer();
    },
  };
}

async function send(mailer: Mailer, mail: Mail, signal: AbortSignal): Promise<Outcome> {
  try {
    await mailer.send(mail, signal);
    return { outcome: 'sent' };
  } catch (error) {
    const refusal = refusalOfAddress(error);
    if (refusal !== null) return { outcome: 'gone', error: refusal, isCertain: true };
    if (signal.aborted) throw error;
    return { outcome: 'later', error: reasonOf(error), after: null, isUnreachable: isServerAway(error) };
  }
}
