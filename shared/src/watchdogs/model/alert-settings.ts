import { alertTypeOf, type Watchdog } from './define.ts';
import type { Colour } from '../../base/severity.ts';

/** Per kind (its SCREAMING name) the colours that an address is mailed. A kind that is absent has its default. */
export type AlertSettings = Readonly<Record<string, readonly Colour[]>>;

/** Section 5, "Default alert settings for a new e-mail". */
export const coloursMailedByDefault = (watchdog: Watchdog): readonly Colour[] =>
  watchdog.mailByDefault ?? watchdog.colours;

/** Whether an address with these settings is told of a flip of this kind and colour. */
export function isMailed(watchdog: Watchdog, colour: Colour, settings: AlertSettings): boolean {
  const colours = settings[alertTypeOf(watchdog.type)] ?? coloursMailedByDefault(watchdog);
  return watchdog.colours.includes(colour) && colours.includes(colour);
}
