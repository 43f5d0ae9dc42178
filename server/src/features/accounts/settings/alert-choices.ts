import type { EmailAddress } from '@app/shared/contract/accounts.ts';
import { splitColours, type TypeColours } from '@app/shared/watchdogs/model/colour-strings.ts';
import { AppError } from '@app/shared/base/errors.ts';
import { coloursMailedByDefault, type AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import { alertTypeOf, families, type Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { colours, type Colour } from '@app/shared/base/severity.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

/** Watchdogs in the order of the menu. */
export const watchdogsByFamily: readonly Watchdog[] = families.flatMap((family) =>
  watchdogs.filter((watchdog) => watchdog.family === family),
);

const watchdogsByAlertType: ReadonlyMap<string, Watchdog> = new Map(
  watchdogsByFamily.map((watchdog) => [alertTypeOf(watchdog.type), watchdog]),
);

const coloursOf = (watchdog: Watchdog, settings: AlertSettings): readonly Colour[] =>
  settings[alertTypeOf(watchdog.type)] ?? coloursMailedByDefault(watchdog);

/** Specification, section 3: alert type → colours, with the defaults for types without a choice. */
export const shapeAlertSettings = (settings: AlertSettings): EmailAddress['alertsSettings'] =>
  Object.fromEntries(
    [...watchdogsByAlertType].map(([type, watchdog]) => {
      const chosen = coloursOf(watchdog, settings);
      const isOn = (colour: Colour): boolean => watchdog.colours.includes(colour) && chosen.includes(colour);
      return [type, { RED: isOn('RED'), AMBER: isOn('AMBER'), GREEN: isOn('GREEN') }];
    }),
  );

interface ColourToggles {
  readonly on: string | undefined;
  readonly off: string | undefined;
}

/** Applies the toggles. Only types that were toggled are stored, so that the others follow their default. */
export function turnAlerts(settings: AlertSettings, { on, off }: ColourToggles): AlertSettings {
  const turnedOn = parseToggles(on);
  const turnedOff = parseToggles(off);
  const types = new Set([...Object.keys(turnedOn), ...Object.keys(turnedOff)]);
  const changed = [...types].map((type) => {
    const watchdog = watchdogOfAlertType(type);
    refuseUnavailable(watchdog, [...(turnedOn[type] ?? []), ...(turnedOff[type] ?? [])]);
    const chosen = new Set([...coloursOf(watchdog, settings), ...(turnedOn[type] ?? [])]);
    for (const colour of turnedOff[type] ?? []) chosen.delete(colour);
    return [type, colours.filter((colour) => watchdog.colours.includes(colour) && chosen.has(colour))];
  });
  return { ...settings, ...Object.fromEntries(changed) };
}

const parseToggles = (text: string | undefined): TypeColours => splitColours(text ?? '') ?? {};

function watchdogOfAlertType(type: string): Watchdog {
  const watchdog = watchdogsByAlertType.get(type);
  if (!watchdog) throw new AppError('badRequest', { text: `There is no alert type ${type}` });
  return watchdog;
}

function refuseUnavailable(watchdog: Watchdog, asked: readonly Colour[]): void {
  const unavailable = asked.find((colour) => !watchdog.colours.includes(colour));
  if (unavailable) throw new AppError('badRequest', { text: `${watchdog.title} has no ${unavailable}` });
}

/** Alert types whose colours differ, with the colours before and after. */
export function alertDifferences(
  before: AlertSettings,
  after: AlertSettings,
): Readonly<Record<string, { readonly from: readonly Colour[]; readonly to: readonly Colour[] }>> {
  return Object.fromEntries(
    [...watchdogsByAlertType].flatMap(([type, watchdog]) => {
      const from = coloursOf(watchdog, before);
      const to = coloursOf(watchdog, after);
      return from.join() === to.join() ? [] : [[type, { from, to }]];
    }),
  );
}
