import { daysFrom } from '@app/shared/base/calendar-day.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { lastCheckOf, type Staleness } from './staleness.ts';

/**
 * The number of days up to today of which nothing has been read, because the marketplace was last checked before. Such
 * days have no sales in the list, like days without a sale.
 */
export function unreadDays(marketplace: string, staleness: Staleness, now: number): number {
  const lastCheck = lastCheckOf(staleness);
  if (lastCheck === null) return 0;
  return Math.max(0, daysFrom(dayAt(marketplace, new Date(lastCheck)), dayAt(marketplace, new Date(now))));
}

/**
 * Whether the sales of yesterday were read to their end. A marketplace that was last checked before today lacks a part of
 * them, or all.
 */
export const isYesterdayKnown = (marketplace: string, staleness: Staleness, now: number): boolean =>
  unreadDays(marketplace, staleness, now) === 0;
