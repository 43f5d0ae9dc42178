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
