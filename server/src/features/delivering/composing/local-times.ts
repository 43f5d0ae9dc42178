import { shortDay } from '@app/shared/base/marketplace-day.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import { localDay, offsetAt, shownAt, type LocalClock } from '@app/shared/domain/clock/local-clock.ts';

/** Returns "Friday 20 November"; the date of the mail contains the year. */
export const dayText = (clock: LocalClock, at: Date): string => weekdayText(localDay(clock, at));

export const weekdayText = (day: string): string => weekday.format(new Date(`${day}T12:00:00Z`));

/** The formatter is created once, because creating it takes longer than formatting all other texts of a mail. */
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns a time such as "11:04". */
export const timeText = (clock: LocalClock, at: Date): string => shownAt(clock, at).slice(11, 16);

/** Returns "11:04" for the same day and "19 Nov, 11:04" for another. */
export function sinceText(clock: LocalClock, at: Date, now: Date): string {
  const day = localDay(clock, at);
  if (day === localDay(clock, now)) return timeText(clock, at);
  return `${shortDay(day)}, ${timeText(clock, at)}`;
}

/**
 * Returns the name of the clock for the times in a mail: "Berlin time", "UTC" or "UTC+1". An offset is the one at that
 * instant, because the times include summer time.
 */
export function clockName(clock: LocalClock, at: Date): string {
  const { timeZone } = clock;
  // Zones under Etc are offsets, whose names count to the west of UTC: the clock of "Etc/GMT+5" shows UTC−5.
  if (timeZone !== null && !timeZone.startsWith('Etc/')) {
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
    return place === 'UTC' ? place : `${place} time`;
  }
  const minutes = offsetAt(clock, at.getTime()) / minuteMs;
  if (minutes === 0) return 'UTC';
  const hours = Math.abs(minutes) / 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Number.isInteger(hours) ? hours : `${Math.floor(hours)}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`}`;
}
