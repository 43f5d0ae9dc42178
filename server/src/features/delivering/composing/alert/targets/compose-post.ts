import type { Context } from '../../../../../context.ts';
import { alertIdOf } from '@app/shared/world/alert-id.ts';
import { isWanted } from '@app/shared/watchdogs/model/recipients.ts';
import type { ChannelNews } from '../../../transports/channel-news.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import { readPost, type PostLine } from './post-queries.ts';
import { withMemberships } from '../memberships.ts';
import { dropUnwanted, watchdogOfNews } from '../delivery-eligibility.ts';

/** Returns the alerts that the channel may and should receive now, in the order of flips; gives up the others. */
export function loadPost(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  message: ClaimedMessage,
): Promise<readonly ChannelNews[]> {
  return db.tenant(message.tenantId, async (tx) => {
    const lines = await readPost(tx, message, clock.now());
    const wanted = await dropUnwanted(tx, message, { lines, isWanted: isStillWanted });
    const { lines: told } = await withMemberships(tx, message, wanted);
    return told.map((line) => (line.isHook ? { ...line, hook: { alertId: alertIdOf(line) } } : line));
  });
}

/**
 * Checks again whether the channel gets the alert, because access, settings, mutes and the plan may have changed since
 * the flip.
 */
function isStillWanted(line: PostLine): boolean {
  if (!line.isSubscribed) return false;
  const watchdog = watchdogOfNews(line);
  if (watchdog === null) return false;
  return line.isHook || isWanted({ ...line, hiddenSellerAccountIds: [] }, { ...line, watchdog });
}
