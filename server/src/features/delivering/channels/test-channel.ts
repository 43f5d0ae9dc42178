import { AppError } from '@app/shared/base/errors.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { ChannelContext } from './channel-sender.ts';
import type { Actor } from '../../../http/actor.ts';
import { admit } from '../../../lib/throttle.ts';
import { outcomeOfTest, sendAtOnce } from '../outbox/send-at-once.ts';
import { findSealed } from './channel-queries.ts';
import { channelSender } from './channel-composers.ts';
import { channelTransportsById } from '../transports/channels/registry.ts';

type TestContext = ChannelContext;

/** Limit for all channels of a tenant within one window. */
const mostTests = 20;
const testWindowMs = 15 * minuteMs;

/** Sends a test message at once, even to a stopped or disabled channel, to show whether it works again. */
export async function testChannel(ctx: TestContext, actor: Actor, channelId: string): Promise<TestOutcome> {
  const { tenantId } = actor;
  const now = ctx.clock.now();
  const channel = await ctx.db.tenant(tenantId, (tx) => findSealed(tx, { tenantId, channelId, now }));
  if (!channel) throw new AppError('notFound');
  await admit(ctx, { subject: `test channels ${tenantId}`, limit: mostTests, windowMs: testWindowMs });
  const { kind, name } = channel;
  const sender = channelSender(ctx, channelTransportsById[kind]);
  const messageId = `msg_${ctx.random.uuid()}`;
  const message = { tenantId, messageId, transport: kind, purpose: 'test', targetId: channelId } as const;
  const texts = { recipient: name, kind: 'test', subject: null, reason: null };
  return outcomeOfTest(
    await sendAtOnce(ctx, sender, { ...message, ...texts, emailAddressId: null, sealedPayload: null }),
  );
}
