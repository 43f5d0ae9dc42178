import { messageSettings } from '@app/shared/watchdogs/model/message-worth.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

/**
 * True for kinds whose items show something even while they are ok: a keyword shows its phrase, stock how long it
 * lasts.
 */
export const speaksWhenOk = ({ hasOwnItems, spreadsheet }: Watchdog): boolean =>
  hasOwnItems === true || spreadsheet !== undefined;

export const speakingTypes: readonly string[] = watchdogs.filter(speaksWhenOk).map(({ type }) => type);

/** Kinds with exactly one item for each product. */
export const typesOfEveryProduct: readonly string[] = watchdogs
  .filter(({ hasOwnItems }) => !hasOwnItems)
  .map(({ type }) => type);

/** Kinds whose items people create. */
export const typesMadeByPeople: readonly string[] = watchdogs
  .filter(({ hasOwnItems }) => hasOwnItems)
  .map(({ type }) => type);

type Settings = Record<string, unknown>;

/** Fills in defaults. Stored settings that no longer parse because they have an older shape count as not set. */
export function settingsOf(watchdog: Watchdog, stored: unknown): Settings {
  const parsed = watchdog.settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : watchdog.settings.parse({});
}

/** The minimum duration among the stored settings of a kind. */
export function minimumMinutesOf(stored: unknown): number {
  const parsed = messageSettings.safeParse(stored ?? {});
  return parsed.success ? parsed.data.minimumMinutes : 0;
}

/**
 * The defaults by kind. Nearly every item has them, and parsing them for 10,000 items would take longer than the rest
 * of an answer.
 */
const defaults = new Map<string, Settings>();

function defaultsOf({ type, ownSettings }: Watchdog): Settings {
  const known = defaults.get(type) ?? ownSettings.parse({});
  defaults.set(type, known);
  return known;
}

/** The settings of one item, with defaults for those not set. Stored settings that no longer parse count as not set. */
export function ownSettingsOf(watchdog: Watchdog, stored: unknown): Settings {
  if (stored === null || stored === undefined) return defaultsOf(watchdog);
  const parsed = watchdog.ownSettings.safeParse(stored);
  return parsed.success ? parsed.data : defaultsOf(watchdog);
}
