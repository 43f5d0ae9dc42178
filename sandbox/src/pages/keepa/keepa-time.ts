/** Keepa counts minutes since 1 January 2011; this is the offset from 1970. */
const startMinutes = 21_564_000;

export const keepaTime = (at: Date): number => Math.floor(at.getTime() / 60_000) - startMinutes;
