import { winterOffsetMinutes } from './local-clock.ts';

/** Whether this machine knows the IANA name. Offsets such as `+05:30`, which Intl accepts, are not names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the offset without summer time, in minutes ahead of UTC: the smaller of the offsets in January and July. */
export function standardOffsetMinutes(timeZone: string, year: number): number {
  const offsets = [0, 6].map((month) => offsetMinutesAt(timeZone, new Date(Date.UTC(year, month, 1))));
  return Math.min(...offsets);
}

/** Returns the winter offset of a browser that reports its present offset and, if it knows one, its time zone. */
export const winterOffsetOf = (reported: { timeZone: string | null; offsetMinutes: number }, now: Date): number =>
  reported.timeZone === null
    ? winterOffsetMinutes(reported.offsetMinutes, now)
    : standardOffsetMinutes(reported.timeZone, now.getUTCFullYear());

/** Parses the form `GMT+05:30`; `GMT` alone means no offset. */
function offsetMinutesAt(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Section 5: offsets are whole hours from -12 to +12. India's 330 minutes become 5; the time zone holds the exact
 * offset.
 */
export const wholeHours = (offsetMinutes: number): number =>
  Math.max(-12, Math.min(12, Math.trunc(offsetMinutes / 60))) + 0;
