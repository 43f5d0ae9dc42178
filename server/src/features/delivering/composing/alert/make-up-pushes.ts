import { push as pushTransport } from '@app/shared/transports/push.ts';
import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { everyTurn } from '../../../../lib/jobs/tenant-turns.ts';
import { findTenantsWithMembers } from '../../outbox/member-queries.ts';
import { insertMessage } from '../../outbox/message-queries.ts';
import { claimUnpushed, putIntoPush, type PendingPush } from './push-queries.ts';

type MakeUpContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** What happens at once is told one by one up to here; more become one message that says how many. */
const mostSingles = 3;
const batchSize = 1000;

export async function makeUpPushes(ctx: MakeUpContext, turns = everyTurn): Promise<void> {
  const due = { transport: pushTransport.id, now: ctx.clock.now() };
  await turns.each(await findTenantsWithMembers(ctx.db.global, due), (tenantId) =>
    ctx.db.tenant(tenantId, (tx) => makeUpPushesOf(ctx, tx, tenantId)),
  );
}

async function makeUpPushesOf(ctx: MakeUpContext, tx: Tx, tenantId: string): Promise<void> {
  const now = ctx.clock.now();
  const pending = await claimUnpushed(tx, tenantId, { now, most: batchSize });
  for (const ofBrowser of Map.groupBy(pending, (delivery) => delivery.pushSubscriptionId).values()) {
    for (const deliveries of messagesOf(ofBrowser)) {
      const [first] = deliveries;
      if (!first) continue;
      const messageId = `push-${ctx.random.uuid()}`;
      await insertMessage(tx, {
        tenantId,
        messageId,
        transport: pushTransport.id,
        purpose: 'alert',
        emailAddressId: first.emailAddressId,
        targetId: first.pushSubscriptionId,
        recipient: first.email,
        kind: null,
        subject: null,
        reason: null,
        sealedPayload: null,
        createdAt: now,
        dueAt: now,
      });
      await putIntoPush(tx, tenantId, { messageId, deliveries });
    }
  }
}

const messagesOf = (deliveries: readonly PendingPush[]): readonly (readonly PendingPush[])[] =>
  deliveries.length > mostSingles ? [deliveries] : deliveries.map((delivery) => [delivery]);
