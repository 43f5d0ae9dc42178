const firstRetryMs = 30_000;
const longestRetryMs = 3_600_000;

/** 30 s, 1 min, 2 min … 1 h apart. */
export const retryAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, firstRetryMs * 2 ** attempts));
