import type { Region } from '../base/marketplaces.ts';
import { dayMs, hourMs, minuteMs } from '../base/time.ts';

/** How somebody's clock goes: by an IANA zone, or by an offset and the summer time of the seller's region. */
export interface LocalClock {
  /** `null`: the offset counts. */
  readonly timeZone: string | null;
  /** Ahead of UTC, in winter. */
  readonly offsetMinutes: number;
  readonly adjustsToDst: boolean;
  /** `null` while no seller account is connected: then there is no summer time. */
  readonly region: Region | null;
}

/** How far this clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(clock: LocalClock, atMs: number): number {
  const zone = clock.timeZone === null ? null : zoneOf(clock.timeZone);
  if (zone) return offsetIn(zone, atMs);
  const offsetMs = clock.offsetMinutes * minuteMs;
  const isSummer = clock.adjustsToDst && clock.region !== null && summerIn[clock.region](atMs, offsetMs);
  return offsetMs + (isSummer ? hourMs : 0);
}

/** What the clock shows, as if it were UTC: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const shownAt = (clock: LocalClock, at: Date): string =>
  new Date(at.getTime() + offsetAt(clock, at.getTime())).toISOString();

export const localDay = (clock: LocalClock, at: Date): string => shownAt(clock, at).slice(0, 10);
export const localHour = (clock: LocalClock, at: Date): number => Number(shownAt(clock, at).slice(11, 13));

/** Whether summer time is on, of a clock that is so far ahead of UTC in winter. */
const summerIn: Readonly<Record<Region, (atMs: number, offsetMs: number) => boolean>> = {
  // From two o'clock of the second Sunday of March to two o'clock, summer time, of the first of November.
  NA(atMs, offsetMs) {
    const year = new Date(atMs + offsetMs).getUTCFullYear();
    const begins = sundayFrom(year, 2, 8) + 2 * hourMs - offsetMs;
    const ends = sundayFrom(year, 10, 1) + hourMs - offsetMs;
    return atMs >= begins && atMs < ends;
  },
  // Everywhere at once: at 1:00 UTC of the last Sundays of March and October.
  EU(atMs) {
    const year = new Date(atMs).getUTCFullYear();
    return atMs >= sundayFrom(year, 2, 25) + hourMs && atMs < sundayFrom(year, 9, 25) + hourMs;
  },
  IN: () => false,
};

/** Where people live whose clock may be so far ahead of UTC while summer time is on, most of them. */
function regionOf(offsetMinutes: number): Region | null {
  if (offsetMinutes >= -480 && offsetMinutes <= -150) return 'NA';
  return offsetMinutes > 0 && offsetMinutes <= 180 ? 'EU' : null;
}

/**
 * What a browser tells is how far its clock is ahead at that moment, with summer time; what is kept is how far it is in
 * winter, as summer time is added again. Only for a clock of which no zone is known: Arizona and Egypt are guessed wrong.
 */
export function winterOffsetMinutes(toldMinutes: number, at: Date): number {
  const region = regionOf(toldMinutes);
  const winter = toldMinutes - hourMs / minuteMs;
  return region !== null && summerIn[region](at.getTime(), winter * minuteMs) ? winter : toldMinutes;
}

/** Midnight UTC of the first Sunday on or after this day. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** By days of UTC since the epoch; `null` where clocks change within the day. */
  readonly offsets: Map<number, number | null>;
}

/** Formatting is slow: a day that ends by the clock by which it began needs it twice. */
function offsetIn({ format, offsets }: Zone, atMs: number): number {
  const day = Math.floor(atMs / dayMs);
  let known = offsets.get(day);
  if (known === undefined) {
    const first = formatted(format, day * dayMs);
    known = first === formatted(format, (day + 1) * dayMs) ? first : null;
    offsets.set(day, known);
  }
  return known ?? formatted(format, atMs);
}

const formatted = (format: Intl.DateTimeFormat, atMs: number): number =>
  Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000;

const zones = new Map<string, Zone | null>();

/** Kept: making a format is slow. `null` for a name that this machine does not know, so that the offset counts. */
function zoneOf(timeZone: string): Zone | null {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const format = makeFormat(timeZone);
  const zone = format && { format, offsets: new Map<number, number | null>() };
  zones.set(timeZone, zone);
  return zone;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  } catch {
    return null;
  }
}
