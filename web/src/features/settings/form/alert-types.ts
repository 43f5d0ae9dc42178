import { alertTypeOf, families, type Family, type Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';

const byAlertType = new Map(watchdogs.map((watchdog) => [alertTypeOf(watchdog.type), watchdog]));

/** The kind of an alert type (`PRICE`) of the settings. */
export const watchdogOf = (type: string): Watchdog | undefined => byAlertType.get(type);

/** Section 5, "Colour availability". A type that only a newer server knows has RED, which every type has. */
export const coloursOf = (type: string): readonly Colour[] => watchdogOf(type)?.colours ?? ['RED'];

export interface AlertFamily {
  readonly family: Family | 'Others';
  readonly types: readonly string[];
}

/** The types that the server names, by the families of the watchdog menu. */
export function familiesOf(types: readonly string[]): readonly AlertFamily[] {
  const of = (family: Family | undefined) => types.filter((type) => watchdogOf(type)?.family === family);
  const known: AlertFamily[] = families.map((family) => ({ family, types: of(family) }));
  return [...known, { family: 'Others' as const, types: of(undefined) }].filter((group) => group.types.length > 0);
}
