import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { isNewsForNobody, waysToTell } from '@app/shared/watchdogs/model/recipients.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { occasionOf, type TenantFeatures } from '../../../judging/settings/tenant-features.ts';
import { giveUpMembers } from '../../outbox/member-queries.ts';
import type { MessageKey } from '../../outbox/message.ts';
import type { DeliveryEligibility } from './eligibility-queries.ts';

/**
 * Returns the ways by which a delivery may be sent now; access, settings, mutes or the plan may have changed since the
 * flip.
 */
export function currentWaysToTell(line: DeliveryEligibility): ReturnType<typeof waysToTell> {
  const watchdog = watchdogOfNews(line);
  return watchdog ? waysToTell(line, { ...line, watchdog }) : { mail: false, push: false };
}

/** The watchdog of an alert; `null` if nobody may be told of the alert any more. */
export function watchdogOfNews(
  line: TenantFeatures & Pick<DeliveryEligibility, 'type' | 'colour' | 'isMuted' | 'isGone'>,
): Watchdog | null {
  const watchdog = watchdogOf(line.type);
  return !watchdog || line.isGone || isNewsForNobody(occasionOf(line, line)) ? null : watchdog;
}

/** Gives up the members of a message that its recipient may not or should not be told any more, and returns the others. */
export async function dropUnwanted<Line extends { readonly flipId: string }>(
  tx: Tx,
  { tenantId, messageId }: MessageKey,
  { lines, isWanted }: { readonly lines: readonly Line[]; readonly isWanted: (line: Line) => boolean },
): Promise<readonly Line[]> {
  const wanted = new Set(lines.filter(isWanted));
  const unwanted = lines.filter((line) => !wanted.has(line));
  await giveUpMembers(tx, tenantId, { messageId, lines: unwanted, reason: notWanted });
  return [...wanted];
}

/** The reason that the delivery log shows for dropped deliveries. */
export const notWanted = 'Not wanted any more when it was to be sent';
