import { minuteMs } from '@app/shared/base/time.ts';
/**
 * Announced orders, and listings that come on sale during a discovery, are collected for this time. A pass for each of
 * them would use up the quota of the feed of orders, which is one call in 3 minutes, or that of reports.
 */
export const newsWaitMs = 5 * minuteMs;

/**
 * Small changes of quantities are collected for this time: a shop that updates its stock names hundreds of SKUs at
 * once.
 */
export const collectingMs = 10_000;
