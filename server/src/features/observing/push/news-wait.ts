import { minuteMs } from '@app/shared/base/time.ts';
/** News of orders are collected for so long: a pass for each would use up the quota of the feed, a call every 3 minutes. */
export const newsWaitMs = 5 * minuteMs;

/** Quantities that change by a few are collected for so long: a shop that sends its stock names hundreds of SKUs at once. */
export const collectingMs = 10_000;
