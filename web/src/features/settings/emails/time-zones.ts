import { isTimeZone } from '@app/shared/domain/clock/time-zone.ts';

/** Current IANA names by the old names that browsers still return. */
const renamed: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

const todaysName = (zone: string): string => renamed[zone] ?? zone;

/** Every zone that this browser knows, its own zone first. */
export function allTimeZones(): readonly string[] {
  const own = todaysName(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zones = Intl.supportedValuesOf('timeZone').map(todaysName);
  return [...new Set([own, ...zones, 'UTC'])];
}

/** The zones whose names contain every word of the search: "new york", "asia kol". */
export function findTimeZones(zones: readonly string[], search: string): readonly string[] {
  const words = plain(search).split(' ').filter(Boolean);
  return zones.filter((zone) => words.every((word) => plain(zone).includes(word)));
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[/_-]+/g, ' ');

/** `America/New_York` → "New York". */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/**
 * "UTC+5:30": the offset of a zone at an instant; empty for a zone that this browser does not know. A colleague may have
 * chosen it in a newer browser, or on another system.
 */
export function offsetAt(zone: string, at: number): string {
  if (!isTimeZone(zone)) return '';
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC').replace(/\+0$/, '');
}

export function hourAt(zone: string, at: number): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at);
  return Number(text);
}

/** The day in a zone at an instant, such as "2026-11-20". */
export const dayAt = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

/** The offsets that can be chosen (section 5): whole hours from -12 to +12. */
export const offsets: readonly number[] = Array.from({ length: 25 }, (_, index) => index - 12);

export const offsetText = (hours: number): string =>
  hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;

interface ZoneSetting {
  readonly timeZone: string | null;
  readonly timezoneOffset: number;
  readonly timezoneAdjustToDST: boolean;
}

/** "Berlin, UTC+1", or the offset alone when there is no zone. */
export function zoneText({ timeZone, timezoneOffset }: ZoneSetting, at: number): string {
  if (timeZone === null) return offsetText(timezoneOffset);
  return [cityOf(timeZone), offsetAt(timeZone, at)].filter(Boolean).join(', ');
}
