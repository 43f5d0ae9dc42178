import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { formatDate } from '@app/shared/base/format-date.ts';

interface Place {
  /** The name of a time zone; the browser's by default. */
  readonly timeZone?: string;
}

/** "4 min ago" up to a day, the weekday up to six days, because the seventh has the name of today, then the date. */
export function relativeTime(at: number, now: number, place: Place = {}): string {
  const age = Math.max(0, now - at);
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)} h ago`;
  const format = (options: Intl.DateTimeFormatOptions): string => formatDate(at, { ...options, ...place });
  if (age < 6 * dayMs) return format({ weekday: 'long' });
  return format({ day: 'numeric', month: 'short', year: 'numeric' });
}
