import type { Context } from '../../context.ts';
import { composeAlertPush } from './composing/alert/compose-push.ts';
import { type MailContext, mailSender } from './composing/mail-composers.ts';
import type { Sender } from './outbox/sender.ts';
import { createPushSender } from './transports/push.ts';

export type SenderContext = MailContext & Pick<Context, 'push'>;

/** The transports that this process can send by. */
export const openSenders = (ctx: SenderContext): readonly Sender[] =>
  [mailSender(ctx), ctx.push && createPushSender(ctx.push, (message) => composeAlertPush(ctx, message))].filter(
    (sender) => sender !== null,
  );
