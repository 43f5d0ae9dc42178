import { AppError } from '@app/shared/base/errors.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { admit } from '../../../lib/throttle.ts';
import { outcomeOfTest, sendAtOnce } from '../outbox/send-at-once.ts';
import { noConsequence, type Sender } from '../outbox/sender.ts';
import { findSealed } from './channel-queries.ts';
import { sendToChannel } from './send-to-channel.ts';
import { channelTransportsById } from '../transports/registry.ts';

type TestContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'publicFetch' | 'log'>;

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
  const body = channelTransportsById[kind].test(name, now);
  const sender: Sender = {
    transport: kind,
    limits: limitsOfTests,
    prepare: async () => ({ next: 'send', host: null, send: () => sendToChannel(ctx, channel, { messageId, body }) }),
    conclude: async () => noConsequence,
  };
  const message = { tenantId, messageId, transport: kind, purpose: 'test', targetId: channelId } as const;
  const texts = { recipient: name, kind: 'test', subject: null, reason: null };
  return outcomeOfTest(
    await sendAtOnce(ctx, sender, { ...message, ...texts, emailAddressId: null, sealedPayload: null }),
  );
}

const limitsOfTests: Sender['limits'] = {
  atOnce: 1,
  perTenant: 1,
  perHost: 1,
  keepsOrder: false,
  deadlineMs: 15_000,
  backoff: { firstMs: 30_000, longestMs: 30_000 },
  mostAttempts: 1,
};
