import { formatDate } from '@app/shared/base/format-date.ts';

const long = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const full = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const short = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

/** "1 December" for a day of UTC. */
export const dayName = (day: string): string => formatDate(Date.parse(day), long);

/** "20 December 2026" for a day of UTC, or for an instant in the viewer's time zone. */
export const dateOf = (at: string): string =>
  formatDate(Date.parse(at), at.length === 10 ? { ...full, timeZone: 'UTC' } : full);

/**
 * "20 December 2026" for the day of UTC in which an instant of billing falls, such as the end of the trial. Billing counts
 * in days of UTC, and its mails name the same day to all readers.
 */
export const billingDate = (at: string): string => formatDate(Date.parse(at), { ...full, timeZone: 'UTC' });

/** "30 November 2026" for the last day of UTC before an instant at which the service ends. */
export const lastDateBefore = (at: string): string => formatDate(Date.parse(at) - 1, { ...full, timeZone: 'UTC' });

/**
 * "1 Oct 2026" for the midnight of a clock that is ahead of UTC by these minutes. The viewer's present offset is used
 * for all days, so that the change to summer time shifts no date.
 */
export const shortDate = (seconds: number, offsetMinutes: number): string =>
  formatDate((seconds + offsetMinutes * 60) * 1000, short);
