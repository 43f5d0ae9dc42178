export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Returns the whole seconds since 1970, as services outside and the specification count time. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / secondMs);
