import { dayMs } from './time.ts';

/** A calendar day as `YYYY-MM-DD`. */
export type Day = string;

/** Whether the text is a day as `YYYY-MM-DD`; false for one that no calendar has, such as 30 February. */
export function isDay(text: string): boolean {
  const start = startOfDay(text);
  return !Number.isNaN(start.getTime()) && dayOf(start) === text;
}

/** Returns the day of UTC. */
export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

/** Returns the instant at which the day begins in UTC. */
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00Z`);

/** Returns the day that is `days` days after `day`, or before it when `days` is negative. */
export const addDays = (day: Day, days: number): Day => dayOf(new Date(startOfDay(day).getTime() + days * dayMs));

/** Returns the number of days from one day to another, negative if `to` is before `from`. */
export const daysFrom = (from: Day, to: Day): number =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / dayMs);

/** Returns every day from the first to the last. */
export const eachDay = (first: Day, last: Day): Day[] =>
  Array.from({ length: Math.max(0, daysFrom(first, last) + 1) }, (_, after) => addDays(first, after));
