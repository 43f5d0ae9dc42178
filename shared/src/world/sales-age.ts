import { hourMs } from '../base/time.ts';

/** The specification's `ageHours`; -1 means "sales data not yet available". */
export const ageHoursOf = (knownAtMs: number | null, nowMs: number): number =>
  knownAtMs === null ? -1 : Math.max(0, Math.floor((nowMs - knownAtMs) / hourMs));
