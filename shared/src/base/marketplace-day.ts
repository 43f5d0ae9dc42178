import { marketplace } from './marketplaces.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day, `YYYY-MM-DD`, in the time zone of the marketplace with this code. Formats are cached, because
 * constructing one is slow.
 */
export function dayAt(code: string, at: Date): string {
  const { timeZone } = marketplace(code);
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(at);
}

/** Returns the instant at which the day begins in the marketplace's time zone. */
export function dayStartAt(code: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // On a day when the clocks change, the offset at midnight UTC may differ from the offset at local midnight. The
  // offset at the guess is the right one.
  const guess = midnight - offsetAt(code, midnight);
  return new Date(midnight - offsetAt(code, guess));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The difference between the marketplace's local time and UTC, in milliseconds. */
function offsetAt(code: string, at: number): number {
  const { timeZone } = marketplace(code);
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day as "17 Nov", without the year: only recent days are shown in this form. */
export const shortDay = (day: string): string => `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]}`;
