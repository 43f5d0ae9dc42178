import { createChannelSender, type ChannelContext } from './channel-sender.ts';
import type { ChannelTransport } from '../transports/channel-transport.ts';
import type { Sender } from '../outbox/sender.ts';
import { loadPost } from '../composing/alert/targets/compose-post.ts';

export const channelSender = (ctx: ChannelContext, transport: ChannelTransport): Sender =>
  createChannelSender(ctx, transport, (message) => loadPost(ctx, message));
