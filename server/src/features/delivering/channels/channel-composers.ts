import { createChannelSender, type ChannelContext } from './channel-sender.ts';
import type { ChannelTransport } from '../transports/channel-transport.ts';
import type { Sender } from '../outbox/sender.ts';
import { composeAccountEvent } from '../composing/event/compose-event.ts';
import { loadPost } from '../composing/alert/targets/compose-post.ts';

export const channelSender = (ctx: ChannelContext, transport: ChannelTransport): Sender =>
  createChannelSender(ctx, transport, {
    alerts: (message) => loadPost(ctx, message),
    event: (message) => composeAccountEvent(ctx, message),
  });
