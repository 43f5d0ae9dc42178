import type { Context } from '../../../../../context.ts';
import { isWanted } from '@app/shared/watchdogs/model/recipients.ts';
import type { ChannelNews } from '../../../transports/channel-news.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import { readPost, type PostLine } from './post-queries.ts';
import { dropUnwanted, watchdogOfNews } from '../delivery-eligibility.ts';

/** Returns the alerts that the channel may and should receive now, in the order of flips; gives up the others. */
export function loadPost({ db }: Pick<Context, 'db'>, message: ClaimedMessage): Promise<readonly ChannelNews[]> {
  const { tenantId, messageId } = message;
  return db.tenant(tenantId, async (tx) => {
    const lines = await readPost(tx, tenantId, messageId);
    return dropUnwanted(tx, message, { lines, isWanted: isStillWanted });
  });
}

/**
 * Checks again whether the channel gets the alert, because access, settings, mutes and the plan may have changed since
 * the flip.
 */
function isStillWanted(line: PostLine): boolean {
  const watchdog = watchdogOfNews(line);
  return watchdog !== null && isWanted({ ...line, hiddenSellerAccountIds: [] }, { ...line, watchdog });
}
