import type { Context } from '../../context.ts';
import { composeAlertPush } from './composing/alert/targets/compose-push.ts';
import { channelSender } from './channels/channel-composers.ts';
import { type MailContext, mailSender } from './composing/mail-composers.ts';
import type { Sender } from './outbox/sender.ts';
import type { ChannelContext } from './channels/channel-sender.ts';
import { createPushSender } from './transports/push.ts';
import { channelTransportsById } from './transports/channels/registry.ts';

export type SenderContext = MailContext & ChannelContext & Pick<Context, 'push'>;

/** Creates the senders of the transports that are configured in this process. */
export const openSenders = (ctx: SenderContext): readonly Sender[] =>
  [
    mailSender(ctx),
    ctx.push && createPushSender({ push: ctx.push, clock: ctx.clock }, (message) => composeAlertPush(ctx, message)),
    ...Object.values(channelTransportsById).map((transport) => channelSender(ctx, transport)),
  ].filter((sender) => sender !== null);
