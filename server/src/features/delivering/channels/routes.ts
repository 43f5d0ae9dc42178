import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { showDeliveries } from '../log/delivery-log.ts';
import { sendTestMail } from '../composing/notice/send-test-mail.ts';
import { changeSecret, createChannel, removeChannel, saveChannel, showChannels } from './channels.ts';
import { testChannel } from './test-channel.ts';

export const channelRoutes = (ctx: Context): Handlers<typeof contract.channels> => ({
  listChannels: ({ actor }) => showChannels(ctx, actor),
  addChannel: ({ actor, body }) => createChannel(ctx, actor, body),
  async changeChannel({ actor, params, body, requireProof }) {
    if (body.address !== undefined) await requireProof();
    await saveChannel(ctx, actor, { params, body, query: undefined });
  },
  newChannelSecret: ({ actor, params }) => changeSecret(ctx, actor, params.channelId),
  testChannel: ({ actor, params }) => testChannel(ctx, actor, params.channelId),
  removeChannel: ({ actor, params }) => removeChannel(ctx, actor, params.channelId),
  sendTestMail: ({ actor, params }) => sendTestMail(ctx, actor, params.emailAddressId),
  deliveryLog: ({ actor, query }) => showDeliveries(ctx, actor, query),
});
