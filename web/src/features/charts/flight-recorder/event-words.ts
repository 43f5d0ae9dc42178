import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';

/** What happened, short: the kind's news, or its name where it became better. */
export function eventTitle({ type, colour, message }: TimelineEvent): string {
  const watchdog = type === null ? undefined : watchdogOf(type);
  if (!watchdog) return message ?? type ?? '';
  return colour === 'GREEN' ? watchdog.title : watchdog.headline;
}
