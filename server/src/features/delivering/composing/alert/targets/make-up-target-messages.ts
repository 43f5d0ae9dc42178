import type { Context } from '../../../../../context.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { everyTurn, mayHaveMore } from '../../../../../lib/jobs/tenant-turns.ts';
import { findTenantsWithMembers, giveUpUnserved } from '../../../outbox/member-queries.ts';
import { insertMessage } from '../../../outbox/message-queries.ts';
import { channelTransportsById } from '../../../transports/channels/registry.ts';
import { claimUnmade, putIntoMessage, type UnmadeDelivery } from './target-queries.ts';

type MakeUpContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Up to this many simultaneous alerts get one message each; more of them share one message. */
const mostSingles = 3;
const batchSize = 10_000;
/**
 * Maximum number of alerts per message, by transport. A notification to a browser has no limit, because it only names
 * their number.
 */
const mostPerMessage = new Map<string, number>(
  Object.values(channelTransportsById).map((transport) => [transport.declaration.id, transport.mostPerMessage]),
);
const mostOfIncident = new Map<string, number>(
  Object.values(channelTransportsById).flatMap(({ declaration, mostOfIncident: most }) =>
    most === undefined ? [] : [[declaration.id, most]],
  ),
);

/**
 * Combines the alerts that wait for browsers or channels into messages, for the given transports. True if those of more
 * tenants may wait.
 */
export async function makeUpTargetMessages(
  ctx: MakeUpContext,
  transports: readonly string[],
  turns = everyTurn,
): Promise<boolean> {
  const due = { transports, now: ctx.clock.now() };
  const taken = await turns.each(
    await ctx.db.acrossTenants((db) => findTenantsWithMembers(db, due)),
    ({ tenantId, isServed }) =>
      ctx.db.tenant(tenantId, (tx) =>
        isServed ? makeUpOf(ctx, tx, { tenantId, transports }) : giveUpUnserved(tx, tenantId, due),
      ),
  );
  return mayHaveMore(taken);
}

async function makeUpOf(
  ctx: MakeUpContext,
  tx: Tx,
  { tenantId, transports }: { readonly tenantId: string; readonly transports: readonly string[] },
): Promise<void> {
  const now = ctx.clock.now();
  const waiting = await claimUnmade(tx, tenantId, { transports, now, most: batchSize });
  for (const ofTarget of Map.groupBy(waiting, ({ transport, targetId }) => `${transport} ${targetId}`).values()) {
    for (const deliveries of messagesOf(ofTarget)) {
      const [first] = deliveries;
      if (!first) continue;
      const messageId = `msg_${ctx.random.uuid()}`;
      const { transport, targetId, emailAddressId, recipient, waitUntil } = first;
      const dueAt = waitUntil !== null && waitUntil > now ? waitUntil : now;
      const createdAt = dueSince(deliveries, now);
      const key = { tenantId, messageId, transport, targetId, emailAddressId, recipient, createdAt, dueAt };
      await insertMessage(tx, {
        ...key,
        purpose: 'alert',
        kind: null,
        subject: null,
        reason: null,
        sealedPayload: null,
      });
      await putIntoMessage(tx, tenantId, { messageId, deliveries });
    }
  }
}

/**
 * Returns the time from which the newest of these deliveries could have been sent. A message is as old as that, so that
 * time in which it was held does not count, and time in which no worker ran does.
 */
const dueSince = (deliveries: readonly UnmadeDelivery[], now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(...deliveries.map(({ dueAt }) => dueAt.getTime()))));

/** The deliveries of one message, as long as further ones may join them. */
interface Portion {
  readonly deliveries: UnmadeDelivery[];
  readonly most: number;
}

/**
 * Divides the deliveries to one target, which are in the order of flips, among messages. The members of an incident share
 * messages, each as large as the transport allows; hooks get no shared messages for incidents. A delivery joins an
 * earlier message only if no later message is about its item, because the target must not learn the end of a problem
 * before the problem.
 */
function messagesOf(deliveries: readonly UnmadeDelivery[]): readonly (readonly UnmadeDelivery[])[] {
  const others = deliveries.filter((delivery) => sharedIncidentOf(delivery) === null);
  const mostOthers = others.length > mostSingles ? (mostPerMessage.get(others[0]?.transport ?? '') ?? batchSize) : 1;
  const messages: Portion[] = [];
  const openOf = new Map<string | null, number>();
  const lastOf = new Map<string, number>();
  for (const delivery of deliveries) {
    const incidentId = sharedIncidentOf(delivery);
    const most = incidentId === null ? mostOthers : (mostOfIncident.get(delivery.transport) ?? batchSize);
    const open = openOf.get(incidentId) ?? -1;
    const portion = messages[open];
    const isJoining =
      portion && portion.deliveries.length < portion.most && (lastOf.get(delivery.itemId) ?? -1) <= open;
    const place = isJoining ? open : messages.push({ deliveries: [], most }) - 1;
    messages[place]?.deliveries.push(delivery);
    openOf.set(incidentId, place);
    lastOf.set(delivery.itemId, place);
  }
  return messages.map((message) => message.deliveries);
}

const sharedIncidentOf = ({ incidentId, isHook }: UnmadeDelivery): string | null => (isHook ? null : incidentId);
