/**
 * Amazon's clocks and those of our machines are synchronised: they differ by milliseconds, seldom by seconds. Two instants
 * within a minute cannot be ordered for certain; an instant that is further ahead of our clock was dated wrongly.
 */
export const clockSkewMs = 60_000;

/** The latest instant that a synchronised clock can show by now. */
export const latestPlausible = (now: Date): Date => new Date(now.getTime() + clockSkewMs);

export const isAheadOfClock = (at: Date, now: Date): boolean => at > latestPlausible(now);

/** Dates an event by our clock when another clock reports a later instant. */
export const clampToNow = (at: Date, now: Date): Date => (at > now ? now : at);
