import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@app/shared/base/errors.ts';

type Settings = Readonly<Record<string, unknown>>;

export interface SeenChange {
  /** The settings to change, with their new values. */
  readonly settings: Settings;
  /** The values of the same settings that the person saw. */
  readonly seen: Settings;
}

/** Refuses a change of settings of which somebody else has changed one, to another value, since the person saw it. */
export function refuseOvertaken(before: Settings, { settings, seen }: SeenChange): void {
  const isOvertaken = (name: string) =>
    !isDeepStrictEqual(before[name], seen[name]) && !isDeepStrictEqual(before[name], settings[name]);
  if (Object.keys(settings).some(isOvertaken)) throw new AppError('settingsOvertaken');
}
