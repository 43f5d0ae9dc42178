import { minuteMs } from '@app/shared/base/time.ts';
/**
 * News of orders are collected for this time. A pass for each would use up the quota of the feed, one call in 3
 * minutes.
 */
export const newsWaitMs = 5 * minuteMs;

/**
 * Small changes of quantities are collected for this time: a shop that updates its stock names hundreds of SKUs at
 * once.
 */
export const collectingMs = 10_000;
