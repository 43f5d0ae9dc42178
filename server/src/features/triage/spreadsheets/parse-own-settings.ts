import { AppError } from '@app/shared/base/errors.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { allowedText } from '../allowed-text.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Returns all own settings of a kind. The error for an impossible value names the possible ones. */
export function parseOwnSettings(watchdog: Watchdog, settings: Settings): Settings {
  const parsed = watchdog.ownSettings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const schema = watchdog.ownSettings.shape[name];
  const column = watchdog.spreadsheet?.columns[name]?.header ?? name;
  const allowed = schema ? `: allowed is ${allowedText(schema)}, or an empty field` : '';
  throw new AppError('badRequest', { text: `"${column}" is not possible${allowed}` });
}

/** Refuses settings that contradict each other. */
export function refuseContradiction(watchdog: Watchdog, settings: Settings): void {
  const broken = watchdog.findContradiction(settings);
  if (broken) throw new AppError('badRequest', { text: `The warning contradicts the alert: ${broken.rule}` });
}
