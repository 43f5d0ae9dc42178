import type { Context } from '../../../../../context.ts';
import { openSubscription } from '../../../browsers/push-subscriptions.ts';
import { giveUpMembers } from '../../../outbox/member-queries.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import type { ComposedPush } from '../../../transports/push.ts';
import { pushPayload } from './push-payload.ts';
import { readPush } from './push-queries.ts';
import { notWanted, currentWaysToTell } from '../still-told.ts';

/** Composes a notification of the alerts that the person may receive and wants now; gives up the others. */
export async function composeAlertPush(
  { db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>,
  { tenantId, messageId }: ClaimedMessage,
): Promise<ComposedPush> {
  const lines = await db.tenant(tenantId, async (tx) => {
    const all = await readPush(tx, tenantId, { messageId, now: clock.now() });
    const wanted = all.filter((line) => currentWaysToTell(line).push);
    const unwanted = all.filter((line) => !wanted.includes(line));
    await giveUpMembers(tx, tenantId, { messageId, lines: unwanted, reason: notWanted });
    return wanted;
  });
  const [first] = lines;
  if (!first) return { next: 'drop', reason: notWanted };
  const { endpointHash, sealed } = first;
  if (endpointHash === null || sealed === null) return { next: 'drop', reason: 'The browser is gone' };
  return {
    next: 'send',
    target: openSubscription(keys, { tenantId, endpointHash, sealed }),
    payload: JSON.stringify(pushPayload({ news: lines, messageId })),
    isUrgent: lines.some(({ colour }) => colour === 'RED'),
  };
}
