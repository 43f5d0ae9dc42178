import { dayAt } from '@app/shared/base/marketplace-day.ts';
import { lastCheckOf, type Staleness } from './staleness.ts';

/**
 * Whether the sales of yesterday were read to their end. A marketplace that was last checked before today lacks a part of
 * them, or all, and days without known sales look like days without sales.
 */
export function isYesterdayKnown(marketplace: string, staleness: Staleness, now: number): boolean {
  const lastCheck = lastCheckOf(staleness);
  return lastCheck === null || dayAt(marketplace, new Date(lastCheck)) >= dayAt(marketplace, new Date(now));
}
