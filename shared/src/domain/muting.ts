import { minuteMs } from '../base/time.ts';

/** The longest mute in minutes, which means "until turned back on". */
export const longestMute = 1_438_560;

/** Mute durations of section 9, in minutes. */
export const muteDurations = [
  { minutes: 1440, label: '24 hours' },
  { minutes: 4320, label: '3 days' },
  { minutes: 10_080, label: '1 week' },
  { minutes: 20_160, label: '2 weeks' },
  { minutes: 43_200, label: '1 month' },
  { minutes: 87_840, label: '2 months' },
  { minutes: longestMute, label: 'Until turned back on' },
] as const;

/** The end of a mute that starts now; fewer than 1 minute means unmute (section 4). */
export const muteEnd = (minutes: number, now: Date): Date | null =>
  minutes < 1 ? null : new Date(now.getTime() + minutes * minuteMs);

/**
 * Whether a mute that ends then is still on. Items keep the end of a mute until a worker clears it, which may be long
 * after it if no worker was running.
 */
export const isMutedAt = (mutedUntil: Date | null, at: Date): boolean => mutedUntil !== null && at < mutedUntil;
