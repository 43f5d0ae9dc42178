/** Keepa counts minutes from the start of 2011. */
const startMinutes = 21_564_000;

export const keepaTime = (at: Date): number => Math.floor(at.getTime() / 60_000) - startMinutes;
