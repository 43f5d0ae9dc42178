import type { WorldClock } from '../world/clock.ts';
import { GoogleError } from './google-error.ts';

const ofProject = 300;
const ofUser = 60;
const minuteMs = 60_000;

interface Quota {
  /** Throws if the project or the user has used up its quota of the current minute. */
  take(use: 'read' | 'write', user: string): void;
}

/** Counts requests against Google's quotas per minute, separately for reads and writes. */
export function createQuota({ clock, speedup }: { readonly clock: WorldClock; readonly speedup: number }): Quota {
  let minute = 0;
  const used = new Map<string, number>();
  return {
    take(use, user) {
      const now = Math.floor(clock.now().getTime() / minuteMs);
      if (now !== minute) used.clear();
      minute = now;
      for (const [key, most] of [
        [use, ofProject],
        [`${use} ${user}`, ofUser],
      ] as const) {
        const taken = (used.get(key) ?? 0) + 1;
        used.set(key, taken);
        if (taken <= most * speedup) continue;
        const message = `Quota exceeded for quota metric '${use} requests' of service 'sheets.googleapis.com'.`;
        throw new GoogleError(429, 'RESOURCE_EXHAUSTED', message);
      }
    },
  };
}
