import { AppError } from '@app/shared/base/errors.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { admit } from '../../../lib/throttle.ts';
import { recordSent } from '../../accounts/sent-messages.ts';
import { findSealed } from './channel-queries.ts';
import { sendToChannel } from './send-to-channel.ts';
import { slackTestMessage } from './slack-message.ts';
import { webhookTestBody } from './webhook-body.ts';

type TestContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'publicFetch'>;

/** Of all channels of an account in a quarter of an hour. */
const mostTests = 20;

/** Sends now, also where the channel is off or was stopped: that is when somebody wants to know. */
export async function testChannel(ctx: TestContext, actor: Actor, channelId: string): Promise<TestOutcome> {
  const { tenantId } = actor;
  const now = ctx.clock.now();
  const channel = await ctx.db.tenant(tenantId, (tx) => findSealed(tx, { tenantId, channelId, now }));
  if (!channel) throw new AppError('notFound');
  await admit(ctx, { subject: `test channels ${tenantId}`, limit: mostTests });
  const { kind, name } = channel;
  const messageId = `msg_${ctx.random.uuid()}`;
  const body = kind === 'slack' ? slackTestMessage(name) : webhookTestBody(name, now);
  const sent = await sendToChannel(ctx, channel, { messageId, body });
  const error = sent.outcome === 'sent' ? null : sent.error;
  const recipient = { emailAddressId: null, channelId, recipient: name, subject: null };
  await ctx.db.tenant(tenantId, (tx) =>
    recordSent(tx, { tenantId, at: ctx.clock.now(), kind: 'test', channel: kind, ...recipient, messageId, error }),
  );
  return { outcome: error === null ? 'sent' : 'failed', error };
}
