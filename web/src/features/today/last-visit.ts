import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { formatCount } from '@app/shared/base/format-count.ts';
import { isNewsCut } from '@app/shared/world/recent-news.ts';

/** The last time a user was here, and the end of the visit before; in milliseconds since the epoch. */
interface Visits {
  readonly lastSeen: number;
  readonly previous: number | null;
}

/** A shorter absence belongs to the same visit, such as a reload or another tab. */
const awayMs = 30 * 60_000;

export function visitsAfter(known: Visits | null, now: number): Visits {
  if (!known) return { lastSeen: now, previous: null };
  return { lastSeen: now, previous: now - known.lastSeen >= awayMs ? known.lastSeen : known.previous };
}

/** The visits as this tab knows them, or as another tab of the browser has stored them since. */
export const latestVisits = (own: Visits, stored: Visits | null): Visits =>
  stored && stored.lastSeen > own.lastSeen ? stored : own;

/** Reads a stored text, which may be anything. */
export function parseVisits(text: string | null): Visits | null {
  const [lastSeen, previous] = (text ?? '').split(' ').map(Number);
  if (!lastSeen || !Number.isFinite(lastSeen)) return null;
  return { lastSeen, previous: previous && Number.isFinite(previous) ? previous : null };
}

export const visitsText = ({ lastSeen, previous }: Visits): string => `${lastSeen} ${previous ?? ''}`;

interface Sources {
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  readonly notifications: WorldAnswer['notifications'];
  readonly since: number;
}

const some = (count: number, one: string): string => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** "4 alerts, 7 warnings, 3 improved"; empty when nothing has happened. */
export function newsText({ issues, notifications, since }: Sources): string {
  let alerts = 0;
  let warnings = 0;
  for (const ofProduct of issues.values()) {
    for (const { item } of ofProduct) {
      if (item.date === null || Date.parse(item.date) <= since) continue;
      if (item.status === itemStatus.alert) alerts += 1;
      else warnings += 1;
    }
  }
  const isSince = ({ date }: Sources['notifications'][number]): boolean => Date.parse(date) > since;
  const improved = notifications.filter((news) => news.isImproved && isSince(news)).length;
  return [
    alerts > 0 && some(alerts, 'alert'),
    warnings > 0 && some(warnings, 'warning'),
    improved > 0 && `${isNewsCut(notifications, isSince) ? 'at least ' : ''}${formatCount(improved)} improved`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
