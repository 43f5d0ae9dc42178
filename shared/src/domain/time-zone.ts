import { winterOffsetMinutes } from './local-clock.ts';

/** An IANA name that this machine knows. Offsets as `+05:30`, which Intl takes too, are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Minutes ahead of UTC without summer time: the smaller of January's and July's. */
export function standardOffsetMinutes(timeZone: string, year: number): number {
  const offsets = [0, 6].map((month) => offsetMinutesAt(timeZone, new Date(Date.UTC(year, month, 1))));
  return Math.min(...offsets);
}

/** Ahead of UTC in winter, of whoever tells what their clock shows now: by their zone where it is known. */
export const toldStandardOffset = (told: { timeZone: string | null; offsetMinutes: number }, now: Date): number =>
  told.timeZone === null
    ? winterOffsetMinutes(told.offsetMinutes, now)
    : standardOffsetMinutes(told.timeZone, now.getUTCFullYear());

/** Of the form `GMT+05:30`; `GMT` alone at Greenwich. */
function offsetMinutesAt(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Section 5: whole hours from -12 to +12. India's 330 minutes are 5; the zone says the rest. */
export const wholeHours = (offsetMinutes: number): number =>
  Math.max(-12, Math.min(12, Math.trunc(offsetMinutes / 60))) + 0;
