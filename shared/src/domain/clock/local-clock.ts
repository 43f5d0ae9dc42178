import type { Region } from '../../base/marketplaces.ts';
import { dayMs, hourMs, minuteMs } from '../../base/time.ts';

/**
 * The clock of an address: an IANA time zone, or a winter offset to which the summer time of the seller's region is
 * added.
 */
export interface LocalClock {
  /** An IANA name; `null` to use the offset. */
  readonly timeZone: string | null;
  /** The offset in winter, in minutes ahead of UTC. */
  readonly offsetMinutes: number;
  readonly adjustsToDst: boolean;
  /**
   * The region of the seller, whose summer time applies; `null` (no summer time) until a seller account is connected.
   */
  readonly region: Region | null;
}

/** The difference between this clock and UTC at an instant, in milliseconds. */
export function offsetAt(clock: LocalClock, atMs: number): number {
  const zone = clock.timeZone === null ? null : zoneOf(clock.timeZone);
  if (zone) return offsetIn(zone, atMs);
  const offsetMs = clock.offsetMinutes * minuteMs;
  const isSummer = clock.adjustsToDst && clock.region !== null && summerIn[clock.region](atMs, offsetMs);
  return offsetMs + (isSummer ? hourMs : 0);
}

/** The clock's local time written as if it were UTC: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const shownAt = (clock: LocalClock, at: Date): string =>
  new Date(at.getTime() + offsetAt(clock, at.getTime())).toISOString();

export const localDay = (clock: LocalClock, at: Date): string => shownAt(clock, at).slice(0, 10);
export const localHour = (clock: LocalClock, at: Date): number => Number(shownAt(clock, at).slice(11, 13));

/** Returns whether summer time is in effect in a region, for a clock with this winter offset. */
const summerIn: Readonly<Record<Region, (atMs: number, offsetMs: number) => boolean>> = {
  // In North America summer time lasts from 2:00 on the second Sunday of March to 2:00 (summer time) on the first
  // Sunday of November.
  NA(atMs, offsetMs) {
    const year = new Date(atMs + offsetMs).getUTCFullYear();
    const begins = sundayFrom(year, 2, 8) + 2 * hourMs - offsetMs;
    const ends = sundayFrom(year, 10, 1) + hourMs - offsetMs;
    return atMs >= begins && atMs < ends;
  },
  // In Europe the change is simultaneous: at 1:00 UTC on the last Sundays of March and October.
  EU(atMs) {
    const year = new Date(atMs).getUTCFullYear();
    return atMs >= sundayFrom(year, 2, 25) + hourMs && atMs < sundayFrom(year, 9, 25) + hourMs;
  },
  IN: () => false,
};

/**
 * Returns the region in which most people whose clocks now show this offset have summer time; null if there is none.
 */
function regionOf(offsetMinutes: number): Region | null {
  if (offsetMinutes >= -480 && offsetMinutes <= -150) return 'NA';
  return offsetMinutes > 0 && offsetMinutes <= 180 ? 'EU' : null;
}

/**
 * Converts the offset that a browser reports now, which may include summer time, to the stored offset in winter. The
 * region is guessed from the offset, which is wrong for Arizona and Egypt, so this function is used only when no time
 * zone is known.
 */
export function winterOffsetMinutes(toldMinutes: number, at: Date): number {
  const region = regionOf(toldMinutes);
  const winter = toldMinutes - hourMs / minuteMs;
  return region !== null && summerIn[region](at.getTime(), winter * minuteMs) ? winter : toldMinutes;
}

/** Returns midnight UTC of the given day if it is a Sunday, otherwise of the next Sunday. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** The offset of each day, keyed by days since 1970 in UTC; `null` for a day on which the offset changes. */
  readonly offsets: Map<number, number | null>;
}

/** Formatting is slow, so the offset of a day is cached if it is the same at the day's beginning and end. */
function offsetIn({ format, offsets }: Zone, atMs: number): number {
  const day = Math.floor(atMs / dayMs);
  let known = offsets.get(day);
  if (known === undefined) {
    const first = formattedOffset(format, day * dayMs);
    known = first === formattedOffset(format, (day + 1) * dayMs) ? first : null;
    offsets.set(day, known);
  }
  return known ?? formattedOffset(format, atMs);
}

const formattedOffset = (format: Intl.DateTimeFormat, atMs: number): number =>
  Date.parse(`${format.format(atMs).replace(' ', 'T')}Z`) - Math.floor(atMs / 1000) * 1000;

const zones = new Map<string, Zone | null>();

/**
 * Returns `null` for a name that this machine does not know; the offset is then used. Zones are cached, because
 * constructing a format is slow.
 */
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
