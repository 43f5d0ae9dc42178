import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { formatDate } from '@app/shared/base/format-date.ts';

interface Place {
  /** The name of a time zone; the browser's by default. */
  readonly timeZone?: string;
}

/** The text of an instant: "05:12", "yesterday 22:40" and "tomorrow 07:00", "Tuesday 16:40", then "7 Nov". */
export function momentText(at: number, now: number, place: Place = {}): string {
  const format = (options: Intl.DateTimeFormatOptions) => formatDate(at, { ...options, ...place });
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const [day, today] = [dayOf(at, place), dayOf(now, place)];
  if (day === today) return time;
  if (day === addDays(today, -1)) return `yesterday ${time}`;
  if (day === addDays(today, 1)) return `tomorrow ${time}`;
  if (Math.abs(now - at) < 6 * dayMs) return `${format({ weekday: 'long' })} ${time}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return format({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** The calendar day `YYYY-MM-DD`. Days are compared by it, because a day on which clocks change has 23 or 25 hours. */
const dayOf = (at: number, place: Place): string =>
  formatDate(at, { year: 'numeric', month: '2-digit', day: '2-digit', ...place }, 'en-CA');

/** The end of a mute, after "until": "tomorrow 07:00"; the longest mute has no date. */
export const muteEndText = (until: number, now: number): string =>
  until - now > yearMs ? 'turned back on' : momentText(until, now);

const yearMs = 31_557_600_000;

/** A duration: "now" in the first minute, "2 h 30 min", "1 day 15 h", "12 days". */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes === 0) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  if (days > 1) return `${days} days`;
  return hours % 24 === 0 ? '1 day' : `1 day ${hours % 24} h`;
}

/** A duration in its largest unit, for dense rows: "now", "37 min", "13 h", "1 day". */
export function ageText(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return durationText(ms);
  const days = Math.floor(hours / 24);
  if (days < 1) return `${hours} h`;
  return days === 1 ? '1 day' : `${days} days`;
}
