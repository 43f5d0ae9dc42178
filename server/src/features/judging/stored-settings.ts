import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

/** Whether items of the kind say something also while they are ok: a keyword its phrase, the stock how long it lasts. */
export const speaksWhenOk = ({ hasOwnItems, spreadsheet }: Watchdog): boolean =>
  hasOwnItems === true || spreadsheet !== undefined;

export const speakingTypes: readonly string[] = watchdogs.filter(speaksWhenOk).map(({ type }) => type);

/** Kinds that have one item for each product. */
export const typesOfEveryProduct: readonly string[] = watchdogs
  .filter(({ hasOwnItems }) => !hasOwnItems)
  .map(({ type }) => type);

/** Kinds whose items people make. */
export const typesMadeByPeople: readonly string[] = watchdogs
  .filter(({ hasOwnItems }) => hasOwnItems)
  .map(({ type }) => type);

type Settings = Record<string, unknown>;

/** Fills in defaults. Settings of an older shape that no longer parses count as never set. */
export function settingsOf(watchdog: Watchdog, stored: unknown): Settings {
  const parsed = watchdog.settings.safeParse(stored ?? {});
  return parsed.success ? parsed.data : watchdog.settings.parse({});
}

/** Nearly every item has its kind's defaults: parsing them ten thousand times would cost more than the rest of an answer. */
const defaults = new Map<string, Settings>();

function defaultsOf({ type, ownSettings }: Watchdog): Settings {
  const known = defaults.get(type) ?? ownSettings.parse({});
  defaults.set(type, known);
  return known;
}

/** With the defaults for what was never set; an older shape that no longer parses counts as never set. */
export function ownSettingsOf(watchdog: Watchdog, stored: unknown): Settings {
  if (stored === null || stored === undefined) return defaultsOf(watchdog);
  const parsed = watchdog.ownSettings.safeParse(stored);
  return parsed.success ? parsed.data : defaultsOf(watchdog);
}
