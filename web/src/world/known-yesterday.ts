import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { StaleAt } from './use-fresh.ts';

/**
 * Whether the sales of yesterday were read to their end. A marketplace that was last checked before today lacks a part of
 * them, or all, and days without known sales look like days without sales.
 */
export const isYesterdayKnown = (marketplace: string, staleAt: StaleAt, now: number): boolean =>
  !staleAt || dayAt(marketplace, new Date(staleAt)) >= dayAt(marketplace, new Date(now));
