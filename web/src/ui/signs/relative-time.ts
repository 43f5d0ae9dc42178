import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';

/**
 * "4 min ago" up to a day, the weekday up to a week, then the date. `locale` and `timeZone` default to the browser's.
 */
export function relativeTime(at: number, now: number, place: { locale?: string; timeZone?: string } = {}): string {
  const age = Math.max(0, now - at);
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)} h ago`;
  const zone = place.timeZone ? { timeZone: place.timeZone } : {};
  if (age < 7 * dayMs) return new Intl.DateTimeFormat(place.locale, { weekday: 'long', ...zone }).format(at);
  return new Intl.DateTimeFormat(place.locale, { day: 'numeric', month: 'short', year: 'numeric', ...zone }).format(at);
}
