import { dayMs } from '../../base/time.ts';

/** The number of days for which a change, a review or a feedback is news after it was first seen. */
export const WINDOW_DAYS = 7;

interface Dated {
  /** The instant at which the change was first seen. */
  readonly at: string;
}

/** Returns the first instant at which the change is no news any more. */
export const windowEnd = ({ at }: Dated): Date => new Date(Date.parse(at) + WINDOW_DAYS * dayMs);

export const isInWindow = (one: Dated, at: Date): boolean => at < windowEnd(one);

/** Returns a remembered change while it is news, otherwise `null`. */
export const whileInWindow = <One extends Dated>(one: One | null, at: Date): One | null =>
  one && isInWindow(one, at) ? one : null;

/** Returns when the first of these changes stops being news; `null` if there are none. */
export const firstWindowEnd = (some: readonly (Dated | null)[]): Date | null =>
  some.flatMap((one) => (one ? [windowEnd(one)] : [])).toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
