import { alertTypeOf, type Watchdog } from './define.ts';
import type { Colour } from '../../base/severity.ts';

/**
 * The colours that are mailed to an address, by kind (its SCREAMING name). A kind that is absent has its default
 * colours.
 */
export type AlertSettings = Readonly<Record<string, readonly Colour[]>>;

/** Section 5, "Default alert settings for a new e-mail". */
export const coloursMailedByDefault = (watchdog: Watchdog): readonly Colour[] =>
  watchdog.mailByDefault ?? watchdog.colours;

/** Whether a flip of this kind and colour is mailed to an address with these settings. */
export function isMailed(watchdog: Watchdog, colour: Colour, settings: AlertSettings): boolean {
  const colours = settings[alertTypeOf(watchdog.type)] ?? coloursMailedByDefault(watchdog);
  return watchdog.colours.includes(colour) && colours.includes(colour);
}
