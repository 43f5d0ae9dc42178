import type { Context } from '../../../../../context.ts';
import { isNewsForNobody, isWanted } from '@app/shared/watchdogs/model/recipients.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { occasionOf } from '../../../../judging/settings/tenant-features.ts';
import type { ChannelNews } from '../../../transports/channel-news.ts';
import { giveUpMembers } from '../../../outbox/member-queries.ts';
import type { ClaimedMessage } from '../../../outbox/message.ts';
import { readPost, type PostLine } from './post-queries.ts';
import { notWanted } from '../still-told.ts';

/** Returns the alerts that the channel may and should receive now, in the order of flips; gives up the others. */
export function loadPost(
  { db }: Pick<Context, 'db'>,
  { tenantId, messageId }: ClaimedMessage,
): Promise<readonly ChannelNews[]> {
  return db.tenant(tenantId, async (tx) => {
    const all = await readPost(tx, tenantId, messageId);
    const wanted = all.filter(isStillWanted);
    const unwanted = all.filter((line) => !wanted.includes(line));
    await giveUpMembers(tx, tenantId, { messageId, lines: unwanted, reason: notWanted });
    return wanted;
  });
}

/**
 * Checks again whether the channel gets the alert, because access, settings, mutes and the plan may have changed since
 * the flip.
 */
function isStillWanted(line: PostLine): boolean {
  const watchdog = watchdogOf(line.type);
  if (!watchdog || line.isGone || isNewsForNobody(occasionOf(line, line))) return false;
  return isWanted({ ...line, hiddenSellerAccountIds: [] }, { ...line, watchdog });
}
