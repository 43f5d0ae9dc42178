import { marketplace } from './marketplaces.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day at the marketplace with this code, `YYYY-MM-DD`. Formats are kept: making one is slow. */
export function dayAt(code: string, at: Date): string {
  const { timeZone } = marketplace(code);
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(at);
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/** The instant at which the day begins at the marketplace. */
export function startOfDay(code: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset of the guess may be the other one on a day when clocks change: the second look is right.
  const guess = midnight - offsetAt(code, midnight);
  return new Date(midnight - offsetAt(code, guess));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the marketplace's clock is ahead of UTC, in milliseconds. */
function offsetAt(code: string, at: number): number {
  const { timeZone } = marketplace(code);
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "17 Nov": a day of the last weeks, of which everybody knows the year. */
export const shortDay = (day: string): string => `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]}`;
