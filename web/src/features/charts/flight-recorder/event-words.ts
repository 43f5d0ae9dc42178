import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';

/** The short title of an event: the kind's headline, or its title for an improvement. */
export function eventTitle({ type, colour, message }: TimelineEvent): string {
  const watchdog = type === null ? undefined : watchdogOf(type);
  if (!watchdog) return message ?? type ?? '';
  return colour === 'GREEN' ? watchdog.title : watchdog.headline;
}
