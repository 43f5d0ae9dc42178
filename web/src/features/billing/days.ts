const longFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const fullFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const fullDayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "1 December" for a day of UTC. */
export const dayName = (day: string): string => longFormat.format(Date.parse(day));

/** "20 December 2026" for a day of UTC, or for an instant in the viewer's time zone. */
export const dateOf = (at: string): string => (at.length === 10 ? fullDayFormat : fullFormat).format(Date.parse(at));

/**
 * "1 Oct 2026" for the midnight of a clock that is ahead of UTC by these minutes. The viewer's present offset is used
 * for all days, so that the change to summer time shifts no date.
 */
export const shortDate = (seconds: number, offsetMinutes: number): string =>
  shortFormat.format((seconds + offsetMinutes * 60) * 1000);
